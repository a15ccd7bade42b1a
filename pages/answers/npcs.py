"""NPCs and their refusal texts; each change is stored as a new version."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.evidence_gate import RefusalTemplate
from core.evidence_gate.extractive import EXTRACTIVE
from core.services.access import Right
from core.services.answers import (
    NpcResponder,
    answerers,
    require_citations,
    required_by_kind,
    save_profile,
    save_template,
    templates,
)
from core.services.library import list_sources
from pages.components import address
from pages.components.action import action, draw_outcome, guarded
from pages.components.answers_wording import writer_name
from pages.components.app_context import configured_connections, engine, settings
from pages.components.html import caption, plain
from pages.components.identity import reviewer
from pages.components.language import _, _n
from pages.components.page_state import CITATIONS_REQUIRED, NPC_FIELD, REFUSAL_TEXT
from pages.components.rights import needs
from pages.components.sample_labels import labelled_title, own_first

NEW = 0
LANGUAGES = {"zh": "中文", "en": "English"}


def draw_npcs() -> None:
    npcs = {npc.id: npc for npc in answerers(engine())}
    npc_id = address.choose(
        "pills",
        _("NPC"),
        "npc",
        [*npcs, NEW],
        lambda npc_id: npcs[npc_id].profile.name if npc_id else _("New"),
        label_visibility="collapsed",
    )
    draw_outcome(of_any=True)
    _draw_profile(npcs.get(npc_id))
    st.subheader(_("Refusal texts"))
    for template in templates(engine()):
        _draw_template(template)
    st.subheader(_("Required citations by type"))
    _draw_kinds()


def _draw_profile(npc: NpcResponder | None) -> None:
    fields = _fields(npc)
    of = npc.id if npc else NEW
    if npc is not None:
        caption(
            _("version {n}").format(n=npc.version),
            _("built in") if npc.is_sample else None,
        )
    sources = {source.id: labelled_title(source) for source in own_first(list_sources(engine()))}

    def field(name: str) -> str:
        return NPC_FIELD.of(name, of).name

    with st.form(f"npc_{of}", border=True):
        _draw_identity(fields, field, is_fixed=bool(npc))
        st.text_area(_("Speaking style"), fields["persona"], key=field("persona"), height=80)
        st.multiselect(
            _("Texts it knows (empty: whole library)"),
            list(sources),
            default=[id_ for id_ in fields["source_ids"] if id_ in sources],
            format_func=lambda id_: f"#{id_} {sources[id_]}",
            key=field("sources"),
        )
        _draw_answering(fields, field)
        st.text_area(
            _("Refusal variables, one per line: name = text"),
            "\n".join(f"{name} = {words}" for name, words in fields["words"].items()),
            key=field("words"),
            height=80,
        )
        action(
            _("Save"),
            _save,
            right=Right.PUBLISH,
            key=f"npc_save_{of}",
            args=(of,),
            in_form=True,
            type="primary",
        )


def _draw_identity(fields: dict[str, Any], field: Callable[[str], str], *, is_fixed: bool) -> None:
    """Draw tenant, site, id, name, type and language; `field` gives the key of a widget. The first
    three are fixed once stored, since others would be another NPC.
    """
    left, middle, right = st.columns(3)
    with left:
        st.text_input(
            _("Tenant"),
            fields["tenant_id"],
            key=field("tenant"),
            disabled=is_fixed,
        )
        st.text_input(_("Name"), fields["name"], key=field("name"))
    with middle:
        st.text_input(_("Site"), fields["site_id"], key=field("site"), disabled=is_fixed)
        st.text_input(_("NPC type"), fields["type"], key=field("type"))
    with right:
        st.text_input(_("ID"), fields["npc_id"], key=field("id"), disabled=is_fixed)
        st.segmented_control(
            _("Language"),
            list(LANGUAGES),
            default=fields["language"],
            format_func=LANGUAGES.__getitem__,
            required=True,
            key=field("language"),
        )


def _draw_answering(fields: dict[str, Any], field: Callable[[str], str]) -> None:
    """Draw the model, the refusal text and the required citations."""
    names = [template.id for template in templates(engine())]
    chat = [
        connection.name for connection in configured_connections() if connection.kind == "openai"
    ]
    writers, refusals, least = st.columns(3)
    with writers:
        options = list(dict.fromkeys([EXTRACTIVE, *chat, fields["connection"]]))
        st.selectbox(
            _("Answering model"),
            options,
            index=options.index(fields["connection"]),
            format_func=writer_name,
            key=field("connection"),
        )
    with refusals:
        st.selectbox(
            _("Refusal text"),
            names,
            index=names.index(fields["refusal_template"]),
            key=field("refusal"),
        )
    with least:
        st.number_input(
            _("Citations required per fact (empty: by type)"),
            0,
            20,
            value=fields["min_citations"],
            key=field("least"),
        )


def _fields(npc: NpcResponder | None) -> dict[str, Any]:
    if npc is None:
        return {
            **dict.fromkeys(("tenant_id", "site_id", "npc_id", "name", "type", "persona"), ""),
            "language": "zh",
            "source_ids": (),
            "connection": EXTRACTIVE,
            "refusal_template": templates(engine())[0].id,
            "min_citations": None,
            "words": {},
        }
    profile = npc.profile
    return {
        "tenant_id": profile.tenant_id,
        "site_id": profile.site_id,
        "npc_id": profile.npc_id,
        "name": profile.name,
        "type": profile.type,
        "persona": profile.persona,
        "language": profile.language,
        "source_ids": profile.source_ids or (),
        "connection": npc.connection,
        "refusal_template": profile.refusal_template,
        "min_citations": profile.min_citations,
        "words": dict(profile.words),
    }


def _save(of: int) -> str:
    def field(name: str) -> str:
        return str(NPC_FIELD.of(name, of).get()).strip()

    lines = [line.partition("=") for line in field("words").splitlines() if line.strip()]
    profile = {
        "tenant_id": field("tenant"),
        "site_id": field("site"),
        "npc_id": field("id"),
        "name": field("name"),
        "type": field("type"),
        "persona": field("persona"),
        "language": field("language"),
        "refusal_template": field("refusal"),
        "min_citations": NPC_FIELD.of("least", of).get(),
        "source_ids": NPC_FIELD.of("sources", of).get() or None,
        "words": {name.strip(): words.strip() for name, _equals, words in lines},
    }
    saved = save_profile(engine(), profile, connection=field("connection"), by=reviewer() or "")
    address.put("npc", saved)
    return _("Saved as a new version.")


def _draw_template(template: RefusalTemplate) -> None:
    with st.expander(plain(template.id)), st.form(f"refusal_{template.id}", border=False):
        caption(_("{name} and other names in braces are filled in from the NPC."))
        for kind, texts in (("refusal", template.refusal), ("unavailable", template.unavailable)):
            label = _("Refusal text") if kind == "refusal" else _("When no answer can be given")
            for language, text in texts.items():
                st.text_area(
                    f"{label} · {LANGUAGES[language]}",
                    text,
                    key=REFUSAL_TEXT.of(template.id, kind, language).name,
                    height=80,
                )
        action(
            _("Save"),
            _save_refusal,
            right=Right.PUBLISH,
            key=f"refusal_save_{template.id}",
            args=(template.id,),
            in_form=True,
        )


def _save_refusal(name: str) -> str:
    texts = {
        kind: {language: REFUSAL_TEXT.of(name, kind, language).get() for language in ("en", "zh")}
        for kind in ("refusal", "unavailable")
    }
    save_template(engine(), {"id": name, **texts}, by=reviewer() or "")
    return _("Saved as a new version.")


def _draw_kinds() -> None:
    required = required_by_kind(engine())
    kinds = sorted({npc.profile.type for npc in answerers(engine())} | set(required))
    default = settings().gate_min_citations
    caption(_n("Default: {n} citation", "Default: {n} citations", default))
    for kind in kinds:
        st.number_input(
            plain(kind),
            0,
            20,
            value=required.get(kind),
            placeholder=str(default),
            key=(key := CITATIONS_REQUIRED.of(kind).name),
            on_change=guarded(_require, near=key),
            args=(kind,),
            **needs(Right.PUBLISH),
        )


def _require(kind: str) -> None:
    require_citations(engine(), kind, CITATIONS_REQUIRED.of(kind).get())
