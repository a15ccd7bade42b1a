"""A writer is asked first where a policy wants whole sentences, and its text must be faithful."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import UnreadableReply
from core.verification import (
    CatalogueEntry,
    Code,
    Fix,
    ModelSource,
    RepairKind,
    RewriteRequest,
    Rewriting,
    UploadedFacts,
    Verdict,
    policy_of,
    repair,
    verify,
)
from tests.core.verification.desk import NOW, V1, candidate

V1_2 = policy_of("v1.2.0")
EMPTY = UploadedFacts([])
MUGS = UploadedFacts(
    [
        CatalogueEntry("mug", brand="Stanley", title="Travel mug"),
        CatalogueEntry("other", brand="Yeti", title="Cooler"),
    ]
)


class Writer:
    """Answers with each of its texts in turn, the last one again and again."""

    def __init__(self, *texts: str) -> None:
        self._texts = texts
        self.asked: list[RewriteRequest] = []

    def rewrite(self, request: RewriteRequest) -> Rewriting:
        self.asked.append(request)
        text = self._texts[min(len(self.asked), len(self._texts)) - 1]
        return Rewriting(text, ModelSource("writer", "m"))


class Silent:
    def rewrite(self, request: RewriteRequest) -> Rewriting:
        raise UnreadableReply("Nothing came.", raw="")


def fixed(text: str, writer: Any, policy: Any = V1_2, source: Any = EMPTY, **given: Any) -> Fix:
    asked = verify(candidate(text, **given), policy, source, now=NOW)
    return repair(asked, policy, source, rewriter=writer)


BOAST = "全城最好吃的牛肉面，今晚第二碗半价，来店报“面友”即可"
PLAIN = "汤浓肉足的牛肉面，今晚第二碗半价，来店报“面友”即可"


def test_a_writer_is_asked_before_any_rule() -> None:
    writer = Writer(PLAIN)
    fix = fixed(BOAST, writer)
    assert [step.kind for step in fix.repairs] == [RepairKind.REGENERATE]
    assert fix.offered
    assert fix.offered.candidate.text == PLAIN
    assert len(writer.asked) == 1


def test_rules_come_first_under_a_policy_as_the_source_has_it() -> None:
    fix = fixed("点 https://a.b 看看我们的新品吧，欢迎选购", Writer(PLAIN), V1)
    assert [step.kind for step in fix.repairs] == [RepairKind.REMOVE_URLS]


def test_marks_alone_need_no_writer() -> None:
    writer = Writer(PLAIN)
    fix = fixed("汤浓肉足的牛肉面，今晚八点前来店都有热汤！！！！！！！！", writer)
    assert RepairKind.CLEAN_MARKS in [step.kind for step in fix.repairs]
    assert writer.asked == []


@pytest.mark.parametrize(
    "text",
    [
        "高仿大牌手袋到货，皮料与专柜同厂，喜欢的款式可先留言",
        "苦荞代餐粉两周根治糖尿病，新客试吃装开抢，数量有限",
    ],
)
@pytest.mark.parametrize("by_hand", [True, False])
def test_what_sells_something_forbidden_is_reworded_by_nobody(text: str, by_hand: bool) -> None:
    writer = Writer(PLAIN)
    fix = fixed(text, None if by_hand else writer)
    assert writer.asked == []
    assert fix.needs_person
    assert "forbidden itself" in fix.repairs[-1].said.translate()


def test_a_slur_on_rivals_is_reworded() -> None:
    text = "别再去隔壁那些黑心装修公司挨宰了，我们报价透明，今天可约量房"
    fix = fixed(text, Writer("我们装修报价透明，今天可约量房"))
    assert fix.offered


def test_a_writer_may_leave_a_copy_to_a_person() -> None:
    class Leaves:
        def rewrite(self, request: RewriteRequest) -> Rewriting:
            return Rewriting(None, ModelSource("writer", "m"))

    fix = fixed("全城最好吃的牛肉面", Leaves())
    step = fix.repairs[0]
    assert (step.kind, step.after, step.unanswered) == (RepairKind.REGENERATE, None, None)
    assert step.asked
    assert "to a person" in step.said.translate()
    assert Fix.from_dicts([each.to_dict() for each in fix.repairs], fix.repairs[0].before) == fix


def test_allowed_copy_is_left_to_itself() -> None:
    writer = Writer(PLAIN)
    assert not fixed("汤浓肉足的牛肉面，今晚八点前来店都有热汤", writer).regenerate
    assert writer.asked == []


@pytest.mark.parametrize(
    ("before", "after", "wrong"),
    [
        (BOAST, "汤浓肉足的牛肉面，今晚来店报“面友”即可享受优惠", "半价"),
        (BOAST, "汤浓肉足的牛肉面，今晚第二碗半价，再送3份小菜，来店报“面友”即可", "3"),
        (BOAST, "汤浓肉足的Ramen牛肉面，今晚第二碗半价，来店报“面友”即可", "ramen"),
        (
            "【面友社】全城最好吃的牛肉面，今晚第二碗半价，退订回T",
            "【面友社】好吃的牛肉面，今晚第二碗半价，欢迎来店",
            "退订回T",
        ),
        (
            "【面友社】全城最好吃的牛肉面，今晚第二碗半价，退订回T",
            "好吃的牛肉面，今晚第二碗半价，欢迎来店，退订回T",
            "【面友社】",
        ),
        (
            "全城最好吃的牛肉面，今晚来店无需预约",
            "汤浓肉足的牛肉面，今晚来店需要预约",
            "无",
        ),
        (
            "全城最好吃的牛肉面，今晚来店须预约",
            "汤浓肉足的牛肉面，今晚来店不须预约",
            "不",
        ),
        (
            "The best noodles in town, and you don't have to book",
            "Noodles you will love, and you have to book",
            "not",
        ),
        (
            "The best noodles in town: 20% off until Friday with code SLURP9, {first_name}",
            "Noodles you will love: 20% off with code SLURP9, {first_name}",
            "friday",
        ),
        (
            "The best noodles in town: 20% off until Friday with code SLURP9, {first_name}",
            "Noodles you will love: 20% off until Friday, {first_name}",
            "SLURP9",
        ),
        (
            "The best noodles in town: 20% off until Friday with code SLURP9, {first_name}",
            "Noodles you will love: 20% off until Friday with code SLURP9",
            "{first_name}",
        ),
        (
            "The best noodles in town: 20% off until Friday, see you soon",
            "Noodles you will love: 20% off until Friday with free delivery, see you soon",
            "free",
        ),
    ],
)
def test_a_rewrite_that_loses_or_adds_something_is_not_used_and_its_writer_is_told(
    before: str, after: str, wrong: str
) -> None:
    writer = Writer(after)
    fix = fixed(before, writer, locale="en-US" if before.isascii() else "zh-CN", channel="EMAIL")
    first, second, *_ = fix.repairs
    assert (first.kind, first.used) == (RepairKind.REGENERATE, False)
    assert (second.kind, second.used) == (RepairKind.REGENERATE, False)
    assert wrong in str(first.said.params["what"])
    assert writer.asked[1].wrong[0] == first.said
    assert writer.asked[1].text == before
    assert len(writer.asked) == 2


def test_a_second_try_may_put_right_what_the_first_one_lost() -> None:
    fix = fixed(BOAST, Writer("汤浓肉足的牛肉面，来店报“面友”即可", PLAIN))
    assert [step.used for step in fix.repairs] == [False, True]
    assert fix.offered
    assert fix.offered.candidate.text == PLAIN
    assert Fix.from_dicts([step.to_dict() for step in fix.repairs], candidate(BOAST)) == fix


def test_a_second_try_is_told_what_a_hard_violation_had_hidden() -> None:
    """Facts are looked up only once the link is gone."""
    text = "Your new Yeti travel mug keeps coffee warm for hours: https://mugs.example/new"
    writer = Writer(
        "Your new Yeti travel mug keeps coffee warm for hours. Tap to see it.",
        "Your new Stanley travel mug keeps coffee warm for hours. Tap to see it.",
    )
    fix = fixed(text, writer, source=MUGS, locale="en-US", referenced_item_ids=("mug",))
    assert [asked.items for asked in writer.asked] == [(), ("Travel mug, Stanley",)]
    assert any("brand" in claim for claim in writer.asked[1].avoid)
    assert fix.offered
    assert "Stanley" in fix.offered.candidate.text


def test_where_nobody_answers_rules_mend_what_they_can_and_the_fix_is_unfinished() -> None:
    text = "年终返场，全网最低价，满200减30"
    silent = fixed(text, Silent())
    assert silent.unanswered
    assert silent.repairs[1:] == fixed(text, None).repairs[: len(silent.repairs) - 1]


def test_a_rewrite_that_keeps_hardly_a_word_is_not_used() -> None:
    fix = fixed(BOAST, Writer("今晚第二碗半价！想了解门店信息和更多活动，就请联系客服人员咨询"))
    assert not fix.repairs[0].used
    assert "changes more" in fix.repairs[0].said.translate()


@given(
    st.lists(
        st.sampled_from(["第二碗半价，", "全城最好的面，", "来店即可。", "{名字}", "99元"])
    ).map("".join)
)
def test_what_is_offered_is_allowed_and_stays_as_it_is(text: str) -> None:
    """Source 001, section 5: a repair is verified again, whoever wrote it."""
    offered = fixed(BOAST, Writer(text or "-")).offered
    if offered is not None:
        assert offered.verdict is Verdict.ALLOW
        assert Code.COMPLIANCE_ABSOLUTE_WORDS not in offered.enforced
        again = repair(offered, V1_2, EMPTY, rewriter=Writer(BOAST))
        assert (again.suggested_text or offered.candidate.text) == offered.candidate.text
