"""One question to a character of a site, from retrieval to the answer (source 002)."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from core.errors import ConfigurationError
from core.evidence_gate.answer_writer import AnswerWriter, DraftAnswer, Turn
from core.evidence_gate.assertions.assertions import AssertionFilter, FilteredAnswer
from core.evidence_gate.assertions.citation_marks import with_marks_of, without_marks
from core.evidence_gate.assertions.citations import CitedSentence, citations_of, cited_sentences
from core.evidence_gate.assertions.preference_answers import unsupported_inventions
from core.evidence_gate.assertions.told_sentences import Teller, ToldSentence, may_answer
from core.evidence_gate.chat_models import ChatReply, ChatRequest, ToolCall, new_id
from core.evidence_gate.claim_judge import ClaimJudge, QuotedClaim
from core.evidence_gate.evidence import Evidence, numbered
from core.evidence_gate.evidence_gate import (
    EvidenceGate,
    GateDecision,
    GateStatus,
    unanswered,
    undecided_gate,
)
from core.evidence_gate.intent import Intent
from core.evidence_gate.profiles import NpcProfile, RefusalTemplate
from core.llm import LLMError
from core.text import EvidenceMatcher
from core.text.retrieval.passages import Retriever
from core.text.span import Span


async def respond(
    request: ChatRequest,
    profile: NpcProfile,
    template: RefusalTemplate,
    *,
    retriever: Retriever,
    gate: EvidenceGate,
    writer: AnswerWriter,
    assertion_filter: AssertionFilter,
    judge: ClaimJudge | None = None,
    memory: Sequence[Turn] = (),
    k: int = 5,
    make_id: Callable[[str], str] = new_id,
) -> ChatReply:
    """Always a reply. A failure of the machinery is status "error" in its step and a conservative
    answer; nothing is written for a blocked question (reading 31). `memory` is shown to the writer
    for preference questions only, and is never evidence (reading 30). Raises ConfigurationError at
    once where the profile lacks a word of its template, and where the writer is not set up.
    """
    said = _Said(template.refused(profile), template.failed(profile))
    chat = _Chat(
        request, profile, said, retriever, gate, writer, assertion_filter, judge, memory, k
    )
    return await chat.reply(make_id)


class _Said(NamedTuple):
    """What the profile says instead of an answer."""

    refused: str
    failed: str


@dataclass
class _Chat:
    request: ChatRequest
    profile: NpcProfile
    said: _Said
    retriever: Retriever
    gate: EvidenceGate
    writer: AnswerWriter
    assertion_filter: AssertionFilter
    judge: ClaimJudge | None
    memory: Sequence[Turn]
    k: int
    calls: list[ToolCall] = field(default_factory=list)
    evidence: tuple[Evidence, ...] = ()
    draft: DraftAnswer | None = None
    sentences: tuple[CitedSentence, ...] = ()
    told: dict[Span, ToldSentence] = field(default_factory=dict)
    left_out: tuple[CitedSentence, ...] = ()
    filtered: FilteredAnswer = field(default_factory=lambda: FilteredAnswer("", ()))

    async def reply(self, make_id: Callable[[str], str]) -> ChatReply:
        self._step("get_npc_profile")
        self._step("get_prompt_active")
        decision = await self._decided()
        if decision.may_answer:
            decision = await self._written(decision)
        return self._told(decision, make_id)

    def _step(self, name: str, status: str = "success", **said: object) -> None:
        self.calls.append({"name": name, "status": status, **said})

    def _failed(
        self, name: str, error: Exception, decision: GateDecision | None = None
    ) -> GateDecision:
        """No exception's words reach the answer; the trace has them."""
        self._step(name, "error", error=str(error) or type(error).__name__)
        if decision is not None:
            return unanswered(decision, error)
        return undecided_gate(
            error, 0, self.gate.required(self.profile.type, self.profile.min_citations)
        )

    async def _decided(self) -> GateDecision:
        try:
            found = await asyncio.to_thread(
                self.retriever.search,
                self.request.query,
                k=self.k,
                source_ids=self.profile.source_ids,
            )
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing leaks
            return self._failed("retrieve_evidence", error)
        self.evidence = numbered(found)
        self._step("retrieve_evidence", count=len(found))
        decision = await asyncio.to_thread(
            self.gate.check,
            self.request.query,
            may_answer(self.request.query, self.evidence),
            npc_type=self.profile.type,
            min_citations=self.profile.min_citations,
        )
        self.calls.append(decision.to_trace(self.profile.language))
        return decision

    async def _written(self, decision: GateDecision) -> GateDecision:
        usable = self.gate.relevant(self.evidence)
        preference = (
            decision.intent is not None and decision.intent.intent is Intent.CONTEXT_PREFERENCE
        )
        try:
            self.draft = await self.writer.write(
                self.request.query,
                usable,
                language=self.profile.language,
                persona=self.profile.persona,
                memory=self.memory if preference else (),
            )
        except ConfigurationError:
            raise  # the desk's to mend: asking again would not help
        except Exception as error:  # noqa: BLE001
            return self._failed("generate_answer", error, decision)
        self._step("generate_answer", abstained=self.draft.abstained, attempts=self.draft.attempts)
        try:
            strict = await asyncio.to_thread(self._held, decision, usable, self.draft)
            judged = await self._judged(usable, self.draft) if strict else {}
            return await asyncio.to_thread(
                self._checked, decision, usable, self.draft, judged, strict=strict
            )
        except Exception as error:  # noqa: BLE001
            return self._failed("assertion_filter", error, decision)

    def _held(self, decision: GateDecision, usable: Sequence[Evidence], draft: DraftAnswer) -> bool:
        """Holds each sentence against the passages; whether these must bear it out."""
        passed = decision.status is GateStatus.PASSED
        strict = passed and decision.fact_seeking and decision.required > 0
        held = cited_sentences(draft.text, usable)
        if passed and not strict:
            held = tuple(map(self._with_inventions, held))
        matcher = EvidenceMatcher()
        self.sentences = tuple(
            replace(each, quotes_found=each.quotes_found and _is_there(quote, usable, matcher))
            for each in held
            for quote in [draft.quote_at(each.span)]
        )
        return strict

    async def _judged(self, usable: Sequence[Evidence], draft: DraftAnswer) -> dict[Span, bool]:
        """What a judge says of the sentences that may be borne out. One that fails says nothing of
        them: the rules stand, and the step tells why.
        """
        asked = [each for each in self.sentences if each.near and each.quotes_found]
        if self.judge is None or not asked:
            return {}
        by_number = {one.number: one.text for one in usable}
        claims = [
            QuotedClaim(
                without_marks(each.text),
                draft.quote_at(each.span) or "\n".join(by_number[number] for number in each.near),
            )
            for each in asked
        ]
        try:
            said = await self.judge.judge(
                self.request.query, claims, language=self.profile.language
            )
        except LLMError as error:
            self._step("claim_judge", "error", error=str(error))
            return {}
        self._step("claim_judge", judged=len(said), supported=sum(said))
        return {each.span: verdict for each, verdict in zip(asked, said, strict=True)}

    def _checked(
        self,
        decision: GateDecision,
        usable: Sequence[Evidence],
        draft: DraftAnswer,
        judged: Mapping[Span, bool],
        *,
        strict: bool,
    ) -> GateDecision:
        """A fact is told in sentences that evidence bears out, an opinion without names, sources or
        a past of its own; no made-up quote is told at all.
        """
        held = self.sentences
        teller = Teller(self.request.query, usable, self.profile.language)
        self.told = {
            each.span: told
            for each in held
            if not each.invents
            and each.quotes_found
            and (
                told := teller.tell(each, draft.quote_at(each.span), judged=judged.get(each.span))
                if strict
                else ToldSentence(each, answers=True)
            )
        }
        self.left_out = tuple(each for each in held if each.span not in self.told)
        kept = _text_of(draft.text, held, self.told)
        cited = {number for each in self._kept for number in each.cites}
        self.filtered = self.assertion_filter.apply(
            kept, [one for one in usable if one.number in cited]
        )
        self._step(
            "assertion_filter",
            found=len(self.filtered.assertions),
            removed=len(self.filtered.removed),
        )
        after = self.gate.check_answer(
            decision,
            0 if draft.abstained else len(cited),
            empty=not self.filtered.text,
            beside=not any(each.answers for each in self.told.values()),
        )
        said: ToolCall = {"used": len(cited), "left_out": len(self.left_out)}
        if requoted := sum(
            told.sentence.text != each.text for each in held if (told := self.told.get(each.span))
        ):
            said["requoted"] = requoted
        refused = after.may_answer is not decision.may_answer
        if refused and (reason := after.worded(self.profile.language)):
            said["reason"] = reason
        off = after.status is GateStatus.SKIPPED
        self._step(
            "citation_check", "refused" if refused and not off else after.status.value, **said
        )
        return after

    def _with_inventions(self, sentence: CitedSentence) -> CitedSentence:
        profile = self.profile
        heard = [self.request.query, profile.name, profile.persona, *profile.words.values()]
        heard += (turn.text for turn in self.memory)
        heard += (f"{one.title}\n{one.text}" for one in self.evidence)
        memory = [turn.text for turn in self.memory]
        invents = unsupported_inventions(sentence, heard, memory)
        return replace(sentence, invents=bool(invents), why=(*sentence.why, *invents))

    @property
    def _kept(self) -> tuple[CitedSentence, ...]:
        """As they are told, each once."""
        return tuple({each.sentence.text: each.sentence for each in self.told.values()}.values())

    def _told(self, decision: GateDecision, make_id: Callable[[str], str]) -> ChatReply:
        if decision.may_answer:
            text, citations = self.filtered.text, citations_of(self._kept, self.evidence)
        else:
            # The refusal speaks of facts: what was no question for one is only not answered.
            refused = decision.refuses and decision.fact_seeking
            text, citations = self.said.refused if refused else self.said.failed, []
        return ChatReply(
            trace_id=make_id("trace"),
            session_id=self.request.session_id or make_id("session"),
            policy_mode=decision.policy_mode,
            answer_text=text,
            gate=decision,
            tool_calls=tuple(self.calls),
            policy=self.assertion_filter.rules.version,
            writer=self.writer.name,
            writer_model=self.writer.model,
            is_baseline=self.writer.is_baseline,
            citations=tuple(citations),
            evidence=self.evidence,
            sentences=self.sentences,
            left_out=self.left_out,
            assertions=self.filtered.assertions,
            draft=self.draft,
        )


def _text_of(
    text: str, sentences: Sequence[CitedSentence], told: Mapping[Span, ToldSentence]
) -> str:
    """Without what is left out or told before, and with the marks of what bears each sentence out,
    no others: each mark that is told is a citation's.
    """
    parts, done, before = [], 0, set[str]()
    for each in sentences:
        parts.append(text[done : each.span.start])
        done = each.span.end
        if each.span in told and (said := _marked(told[each.span].sentence)) not in before:
            before.add(said)
            parts.append(said)
    return ("".join(parts) + text[done:]).strip()


def _is_there(quote: str, evidence: Sequence[Evidence], matcher: EvidenceMatcher) -> bool:
    return not quote or any(matcher.match(quote, one.text).found for one in evidence)


def _marked(sentence: CitedSentence) -> str:
    said = with_marks_of(sentence.text, sentence.cites)
    if sentence.marked or not sentence.cites:
        return said
    blank = " " if said.rstrip()[-1:].isascii() else ""
    return f"{said.rstrip()}{blank}[{', '.join(map(str, sentence.cites))}]"
