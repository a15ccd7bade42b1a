"""Answer a question to an NPC of a site, from retrieval to the reply (source 002)."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from core.errors import ConfigurationError
from core.evidence_gate.answer_writer import AnswerWriter, DraftAnswer, Turn
from core.evidence_gate.assertions.assertions import AssertionFilter, FilteredAnswer
from core.evidence_gate.assertions.citation_marks import without_marks
from core.evidence_gate.assertions.citations import CitedSentence, citations_of, cited_sentences
from core.evidence_gate.assertions.preference_answers import unsupported_inventions
from core.evidence_gate.assertions.sentence_selection import (
    SelectedSentence,
    SentenceSelector,
    may_answer,
    selected_text,
)
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
from core.text import EvidenceMatcher, Span
from core.text.retrieval import Retriever


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
    """Answer one question; a system failure gives a conservative reply, not an exception.

    The failing step has status "error"; nothing is written for a blocked question (reading 31).
    `memory` is shown to the writer for preference questions only, and is never evidence
    (reading 30). Raises ConfigurationError if the profile lacks a variable of its template or the
    writer is not set up.
    """
    fixed_answers = _FixedAnswers(template.refused(profile), template.failed(profile))
    chat = _Chat(
        request, profile, fixed_answers, retriever, gate, writer, assertion_filter, judge, memory, k
    )
    return await chat.reply(make_id)


class _FixedAnswers(NamedTuple):
    """The profile's texts for a refused question and for a failure."""

    refused: str
    failed: str


@dataclass
class _Chat:
    request: ChatRequest
    profile: NpcProfile
    fixed_answers: _FixedAnswers
    retriever: Retriever
    gate: EvidenceGate
    writer: AnswerWriter
    assertion_filter: AssertionFilter
    judge: ClaimJudge | None
    memory: Sequence[Turn]
    k: int
    tool_calls: list[ToolCall] = field(default_factory=list)
    evidence: tuple[Evidence, ...] = ()
    draft: DraftAnswer | None = None
    sentences: tuple[CitedSentence, ...] = ()
    selected: dict[Span, SelectedSentence] = field(default_factory=dict)
    left_out: tuple[CitedSentence, ...] = ()
    filtered: FilteredAnswer = field(default_factory=lambda: FilteredAnswer("", ()))

    async def reply(self, make_id: Callable[[str], str]) -> ChatReply:
        self._step("get_npc_profile")
        self._step("get_prompt_active")
        decision = await self._decide()
        if decision.may_answer:
            decision = await self._write_answer(decision)
        return self._build_reply(decision, make_id)

    def _step(self, name: str, status: str = "success", **details: object) -> None:
        self.tool_calls.append({"name": name, "status": status, **details})

    def _record_failure(
        self, name: str, error: Exception, decision: GateDecision | None = None
    ) -> GateDecision:
        """Record the error in the trace only: no exception text reaches the answer."""
        self._step(name, "error", error=str(error) or type(error).__name__)
        if decision is not None:
            return unanswered(decision, error)
        return undecided_gate(
            error, 0, self.gate.required(self.profile.type, self.profile.min_citations)
        )

    async def _decide(self) -> GateDecision:
        try:
            evidence = await asyncio.to_thread(
                self.retriever.search,
                self.request.query,
                k=self.k,
                source_ids=self.profile.source_ids,
            )
        except Exception as error:  # noqa: BLE001 - no error text may reach the visitor
            return self._record_failure("retrieve_evidence", error)
        self.evidence = numbered(evidence)
        self._step("retrieve_evidence", count=len(evidence))
        decision = await asyncio.to_thread(
            self.gate.check,
            self.request.query,
            may_answer(self.request.query, self.evidence),
            npc_type=self.profile.type,
            min_citations=self.profile.min_citations,
        )
        self.tool_calls.append(decision.to_trace(self.profile.language))
        return decision

    async def _write_answer(self, decision: GateDecision) -> GateDecision:
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
            raise  # an operator has to fix it: retrying would not help
        except Exception as error:  # noqa: BLE001
            return self._record_failure("generate_answer", error, decision)
        self._step("generate_answer", abstained=self.draft.abstained, attempts=self.draft.attempts)
        try:
            strict = await asyncio.to_thread(self._check_sentences, decision, usable, self.draft)
            judged = await self._judge_claims(usable, self.draft) if strict else {}
            return await asyncio.to_thread(
                self._select_sentences, decision, usable, self.draft, judged, strict=strict
            )
        except Exception as error:  # noqa: BLE001
            return self._record_failure("assertion_filter", error, decision)

    def _check_sentences(
        self, decision: GateDecision, usable: Sequence[Evidence], draft: DraftAnswer
    ) -> bool:
        """Compare each sentence with the passages; return whether they must support it."""
        passed = decision.status is GateStatus.PASSED
        strict = passed and decision.fact_seeking and decision.required > 0
        sentences = cited_sentences(draft.text, usable)
        if passed and not strict:
            sentences = tuple(map(self._with_inventions, sentences))
        matcher = EvidenceMatcher()
        self.sentences = tuple(
            replace(
                sentence,
                quotes_found=sentence.quotes_found and _quote_exists(quote, usable, matcher),
            )
            for sentence in sentences
            for quote in [draft.quote_at(sentence.span)]
        )
        return strict

    async def _judge_claims(
        self, usable: Sequence[Evidence], draft: DraftAnswer
    ) -> dict[Span, bool]:
        """Return the judge's verdict on each possibly supported sentence; empty if the judge fails,
        so that the rules alone decide.
        """
        judged_sentences = [
            sentence for sentence in self.sentences if sentence.near and sentence.quotes_found
        ]
        if self.judge is None or not judged_sentences:
            return {}
        by_number = {passage.number: passage.text for passage in usable}
        claims = [
            QuotedClaim(
                without_marks(sentence.text),
                draft.quote_at(sentence.span)
                or "\n".join(by_number[number] for number in sentence.near),
            )
            for sentence in judged_sentences
        ]
        try:
            verdicts = await self.judge.judge(
                self.request.query, claims, language=self.profile.language
            )
        except LLMError as error:
            self._step("claim_judge", "error", error=str(error))
            return {}
        self._step("claim_judge", judged=len(verdicts), supported=sum(verdicts))
        return {
            sentence.span: verdict
            for sentence, verdict in zip(judged_sentences, verdicts, strict=True)
        }

    def _select_sentences(
        self,
        decision: GateDecision,
        usable: Sequence[Evidence],
        draft: DraftAnswer,
        verdicts: Mapping[Span, bool],
        *,
        strict: bool,
    ) -> GateDecision:
        """Select the sentences to show, filter their assertions and check the citations.

        A factual sentence needs supporting evidence; an opinion may not invent names, sources or
        past events; a sentence with an invented quote is left out.
        """
        sentences = self.sentences
        selector = SentenceSelector(self.request.query, usable, self.profile.language)
        self.selected = {
            sentence.span: selection
            for sentence in sentences
            if not sentence.invents
            and sentence.quotes_found
            and (
                selection := selector.select(
                    sentence, draft.quote_at(sentence.span), judged=verdicts.get(sentence.span)
                )
                if strict
                else SelectedSentence(sentence, answers=True)
            )
        }
        self.left_out = tuple(
            sentence for sentence in sentences if sentence.span not in self.selected
        )
        text = selected_text(draft.text, sentences, self.selected)
        cited = {number for sentence in self._selected_sentences for number in sentence.cites}
        self.filtered = self.assertion_filter.apply(
            text, [passage for passage in usable if passage.number in cited]
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
            off_topic=not any(sentence.answers for sentence in self.selected.values()),
        )
        self._record_citations(decision, after, len(cited))
        return after

    def _record_citations(self, before: GateDecision, after: GateDecision, used: int) -> None:
        details: ToolCall = {"used": used, "left_out": len(self.left_out)}
        if requoted := sum(
            selection.sentence.text != sentence.text
            for sentence in self.sentences
            if (selection := self.selected.get(sentence.span))
        ):
            details["requoted"] = requoted
        refused = after.may_answer is not before.may_answer
        if refused and (reason := after.reason_text(self.profile.language)):
            details["reason"] = reason
        is_skipped = after.status is GateStatus.SKIPPED
        self._step(
            "citation_check",
            "refused" if refused and not is_skipped else after.status.value,
            **details,
        )

    def _with_inventions(self, sentence: CitedSentence) -> CitedSentence:
        profile = self.profile
        known_texts = [self.request.query, profile.name, profile.persona, *profile.words.values()]
        known_texts += (turn.text for turn in self.memory)
        known_texts += (f"{passage.title}\n{passage.text}" for passage in self.evidence)
        memory = [turn.text for turn in self.memory]
        invents = unsupported_inventions(sentence, known_texts, memory)
        return replace(sentence, invents=bool(invents), why=(*sentence.why, *invents))

    @property
    def _selected_sentences(self) -> tuple[CitedSentence, ...]:
        """The sentences of the answer as they are shown, without repeats."""
        return tuple(
            {
                selection.sentence.text: selection.sentence for selection in self.selected.values()
            }.values()
        )

    def _build_reply(self, decision: GateDecision, make_id: Callable[[str], str]) -> ChatReply:
        if decision.may_answer:
            text, citations = (
                self.filtered.text,
                citations_of(self._selected_sentences, self.evidence),
            )
        else:
            # The refusal is about facts, so it does not fit a question of preference.
            refused = decision.refuses and decision.fact_seeking
            text, citations = (
                self.fixed_answers.refused if refused else self.fixed_answers.failed,
                [],
            )
        return ChatReply(
            trace_id=make_id("trace"),
            session_id=self.request.session_id or make_id("session"),
            policy_mode=decision.policy_mode,
            answer_text=text,
            gate=decision,
            tool_calls=tuple(self.tool_calls),
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


def _quote_exists(quote: str, evidence: Sequence[Evidence], matcher: EvidenceMatcher) -> bool:
    return not quote or any(matcher.match(quote, passage.text).found for passage in evidence)
