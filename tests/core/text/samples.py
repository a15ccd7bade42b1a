"""Texts and strategies shared by the tests of this folder."""

from hypothesis import strategies as st

ZH = (
    "那天夜里，林先生没有来。城里共有1.8万人，他说：“明日三月初五，我们二十三个人一起走，谁也不许回头。”"
    "她点了点头，然后慢慢地走回了屋里，把灯熄灭了。后来他再也没有提起这件事情。"
    "公元一三六八年，这座城换了主人，河边的柳树却还是老样子。"
)
EN = (
    "It was early in April in the year '83 that I woke one morning to find Sherlock Holmes "
    "standing, fully dressed, by the side of my bed. He didn't say a word for twenty-three "
    "minutes. I was not happy about it; Dr. Watson's 1,000 pounds were gone. “We shall be "
    "late,” he said at last—and opened the door."
)
AWKWARD = (
    "aAzÉ éeß1239 .,'’“”…—*_[]()%　１．，。不没國国万一\u0301\u200b\u00ad½ﬁ㎏Σςİ\ud83d\U0001f469"
    "○〇가ｶﾞ\u0345＿～\x00\n\t"
)
awkward_texts = st.text(st.sampled_from(AWKWARD) | st.characters(), max_size=40)
