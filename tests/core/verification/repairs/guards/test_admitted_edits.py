"""The frames in which an edit may be offered: what fits none is for a person to write."""

import pytest

from core.verification.repairs.guards.admitted_edits import FRAMES, only_admitted_edits
from core.verification.repairs.guards.repair_losses import Loss


def admitted(before: str, after: str, found: str) -> bool:
    at = before.index(found)
    return only_admitted_edits(Loss(before, after, ((at, at + len(found)),)))


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("全城最好吃的牛油锅底，配菜自选", "好吃的牛油锅底，配菜自选", "全城最"),
        ("绝无仅有的手工陶杯上新，周三上架", "手工陶杯上新，周三上架", "绝无仅有"),
        ("行业第一的蓬松度，七个颜色补齐", "出色的蓬松度，七个颜色补齐", "行业第一"),
        ("Our best-ever denim is here", "Our denim is here", "best-ever"),
        ("Open now, with unbeatable gravy", "Open now, with excellent gravy", "unbeatable"),
        ("The softest pajamas ever made are in", "Soft pajamas are in", "softest"),
        ("双人下午茶套餐599元，司康都有", "双人下午茶套餐，司康都有", "599元"),
        ("豆浆加饭团只要8.8元，到店自取", "豆浆加饭团特惠，到店自取", "只要8.8元"),
        ("Three tacos for $9, plus chips", "Three tacos, plus chips", "$9"),
        ("The crew is back, now $59.", "The crew is back, now at a special price.", "$59"),
        ("七夕约会选这家，靠窗位可订", "约会选这家，靠窗位可订", "七夕"),
        ("祝爸爸们父亲节快乐，门市有货", "祝爸爸们快乐，门市有货", "父亲节"),
        ("Our Easter egg hunt is on", "Our egg hunt is on", "Easter"),
        ("您收藏的藤编吊椅出了新坐垫", "藤编吊椅出了新坐垫", "您收藏的"),
        ("积分月底清零，登录 a.cn 兑好礼", "积分月底清零，点击通知兑好礼", "登录 a.cn"),
        ("Finish it at a.co/b and we'll print it", "Finish it and we'll print it", "a.co/b"),
        ("戴森吹风机降价了", "徕芬吹风机降价了", "戴森"),
        ("Meet the Salomon day hiker", "Meet the Merrell day hiker", "Salomon"),
    ],
)
def test_an_edit_of_a_proven_frame_is_admitted(before: str, after: str, found: str) -> None:
    assert admitted(before, after, found)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("全台灣最純淨的高山茶香，今天下單", "全台灣純淨的高山茶香，今天下單", "最"),
        ("体验课开约，全市唯一一家恒温馆", "体验课开约，一家恒温馆", "全市唯一"),
        ("它是目前市场上最智能的工具，好上手", "它是目前智能的工具，好上手", "市场上最"),
        ("堪称最好用的记账软件，可换主题", "堪称好用的记账软件，可换主题", "最"),
        ("绝无仅有的新鲜，满两斤免费", "别具一格的新鲜，满两斤免费", "绝无仅有"),
        ("说它是洁面界的巅峰之作", "说它是洁面界的用心之作", "巅峰之作"),
        ("Fares fell, lowest anywhere online", "Fares fell, low online", "lowest anywhere"),
        ("It is an absolutely perfect layer", "It is an absolutely layer", "perfect"),
        ("菌菇汤包今天59元一袋，五分钟上桌", "菌菇汤包今天，五分钟上桌", "59元"),
        ("折合每天不到五毛钱，四个人共用", "折合特惠，四个人共用", "每天不到五毛钱"),
        ("Tubs are in. Bath and trim for your pup is $48.", "Tubs are in.", "$48"),
        ("国庆长假后天开始，还剩六个位子", "后天开始，还剩六个位子", "国庆长假"),
        ("年货节进行到最后一天，礼盒七折", "礼盒七折", "年货节"),
        ("Happy New Year! Kick it off today", "Kick it off today", "New Year"),
        ("Easter is near! Baskets are ready to hide", "Baskets are ready to hide", "Easter"),
        ("您收藏的民宿本周末有房", "民宿本周末有房", "您收藏的"),
        ("An item you saved, the duvet, is in", "An item, the duvet, is in", "you saved"),
        ("Check your street at a.co/b before noon", "Check your street before noon", "a.co/b"),
        ("您购买的空气炸锅满月了", "空气炸锅满月了", "您购买的"),
        ("还记得你看过的那支扫地机吗？", "扫地机吗？", "还记得你看过的那支"),
        ("手冲课一堂680元，含豆子", "手冲课一堂，含豆子", "680元"),
        ("An unrivalled view and a table", "A view and a table", "unrivalled"),
        ("The greatest sock ever knitted", "Our sock knitted", "greatest"),
        ("New homepage: visit a.co", "New homepage: tap for tap here", "a.co"),
        ("帮宝适拉拉裤全国断货王", "尤妮佳拉拉裤全国断货王", "帮宝适"),
        ("Yours waits. No mug on earth is as thin", "No mug on earth is as thin", "Yours waits"),
    ],
)
def test_an_edit_of_no_proven_frame_needs_a_person(before: str, after: str, found: str) -> None:
    assert not admitted(before, after, found)


def test_each_kind_of_edit_has_a_frame_in_both_languages() -> None:
    kinds = {kind for kind, _ in FRAMES}
    assert set(FRAMES) == {(kind, is_chinese) for kind in kinds for is_chinese in (True, False)}
