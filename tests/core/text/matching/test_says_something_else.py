"""Quotes that read like their text and say something else, and such as only look as if they did."""

import pytest

from core.text import EvidenceMatcher

REST = (
    " Nothing else happened on the quay that day worth a line in the book of the harbour master. "
    "后来雨停了，街上一个人也没有，只剩下那盏灯。"
)
OTHER = [
    (
        "that day shed tears enough for everyone",
        "We know that day she had tears enough for everyone.",
    ),
    ("they say were beaten at last by the sea", "They say we are beaten at last by the sea."),
    (
        "and wed no reason to stay there any longer",
        "and we had no reason to stay there any longer.",
    ),
    ("He was so interested in the plan of ours", "He was uninterested in the plan of ours."),
    ("The guests were all satisfied with the wine", "The guests were dissatisfied with the wine."),
    ("the land is covered by the old king", "the land discovered by the old king."),
    ("he was not acknowleged as the heir", "he was acknowledged as the heir."),
    ("he was coresponsible for the loss", "he was not responsible for the loss."),
    ("The roses stood unpruned by the wall", "The roses stood pruned by the wall."),
    ("she was concious when they came in", "she was unconscious when they came in."),
    ("it was inpossible to hear the bell", "it was possible to hear the bell."),
    ("an unhonest man came to the door", "an honest man came to the door."),
    ("a case of hypotonia was seen there", "a case of hypertonia was seen there."),
    ("she killeth the man in the long hall", "she kisseth the man in the long hall."),
    ("the muggle came to the gate at noon", "the muggles came to the gate at noon."),
    ("old Jing came home at noon with rice", "old Jiang came home at noon with rice."),
    ("Then Karenin had gone down to the hall", "Then Karenina had gone down to the hall."),
    ("I gave her letter without any blame", "I gave her her letter without any blame."),
    ("就这样不了之，没有人再提起", "就这样不了了之，没有人再提起。"),
    ("he came to see them eat in the kitchen", "he came to see the meat in the kitchen."),
    ("the bird on its wings over the gate", "the bird on it swings over the gate."),
    ("there were ten ants in the old house", "there were tenants in the old house."),
    ("he did not often men speak to them", "he did not of ten men speak to them."),
    ("a wall of 5 metres³ in the old yard", "a wall of 5 metres² in the old yard."),
    ("a grain of carbon¹⁴ was found there", "a grain of carbon¹² was found there."),
    ("他去了城里，后来音信全无，没有回来", "他去了城里（音乐会取消了），后来音信全无，没有回来。"),
    ("那老板（José）走进店里坐下了", "那老板（André）走进店里坐下了。"),
    ("In the passage, he stumbled upon it", "In the garden, he stumbled upon it."),
    ("The author wrote: I am dead and gone", "The forger wrote: I am dead and gone."),
    ("Page 5: the hero dies at last in snow", "Page 6: the hero dies at last in snow."),
    ("Chapter 18 “I hope, my dear,” he said", "Chapter 13\n\n\n“I hope, my dear,” he said then."),
    ("（第三章）那天他走就回来了", "第四章\n\n那天他走就回来了，没有说话。"),
    ("未知死活，且看下回。\n\n第515", "未知死活，且看下回。\n\n第115回 归来\n话说次日。"),
    ("一共四首诗，四首词。头5", "一共四首诗，四首词。头一个诗题是《太极图》。"),
    (
        "the honour to bear”—he gave no stately cough",
        "the honour to bear”—he gave a stately cough.",
    ),
    ("we saw old Mobergdon at the gate", "we saw old Mohergdon at the gate. Mohergdon sang."),
    ("we saw old Mafy at the gate at noon", "we saw old Mary at the gate at noon. Mary sang."),
    ("（二）大家都知道这件事情不是真的", "（三）大家都知道这件事情不是真的。"),
    ("The tank holds 5 mi of the stuff in all", "The tank holds 5 ml of the stuff in all."),
    ("The tank holds 5 mm of water in all", "The tank holds 5 cm of water in all."),
    ("They stood a part from the other guests", "They stood apart from the other guests."),
    ("The ship went a head of all the others", "The ship went ahead of all the others."),
    ("It is a live issue among the guests there", "It is alive issue among the guests there."),
    ("It was a very very cold night on the quay", "It was a very cold night on the quay."),
    ("那天他走走就回来了，没有说话", "那天他走就回来了，没有说话。"),
    ("那天他说说就回来了，没有多话", "那天他说就回来了，没有多话。"),
    ("他住在府里（即贾府），后来搬走了", "他住在府里（即王府），后来搬走了。"),
    (
        "“Will you go with him?” “I shall go tomorrow,”",
        "“Will you go with him?” asked Ann. “No,” said Ruth. “I shall go tomorrow,” said Tom.",
    ),
    (
        "old Mr. Hanna came home from the sea at last",
        "old Mr. Hannah came home from the sea at last.",
    ),
    ("the Mrs came home at last from the sea", "the mistress came home at last from the sea."),
    ("there were seven hundred men on the quay", "there were seven thousand men on the quay."),
    ("He met Captain Pyke and the older man", "He met Captain Pike and the older man."),
    ("Evidence: the ship went ahead of all the others", "The ship went behind of all the others."),
    ("Evidence: 那天他走就回来了，没有说话", "那天他跑就回来了，没有说话。"),
    (
        'According to the text, "the ship went ahead of all the others"',
        "The ship went behind of all the others.",
    ),
    ('According to the text, "那天他走就回来了，没有说话"', "那天他跑就回来了，没有说话。"),
    ('"the ship went ahead of all the others" (p. 12)', "The ship went behind of all the others."),
    ('"那天他走就回来了，没有说话" (p. 12)', "那天他跑就回来了，没有说话。"),
    ("依据：the ship went ahead of all the others", "The ship went behind of all the others."),
    ("依据：那天他走就回来了，没有说话", "那天他跑就回来了，没有说话。"),
    ("the ship went ahead of all the others（第三章）", "The ship went behind of all the others."),
    ("那天他走就回来了，没有说话（第三章）", "那天他跑就回来了，没有说话。"),
    ("the ship<br>went <i>behind</i> all the others", "The ship went ahead all the others."),
    (
        "\\u4ed6\\u4f4f\\u5728\\u5e9c\\u91cc\\uff0c\\u65e9\\u5c31\\u642c\\u8d70\\u4e86",
        "他住在府里，后来搬走了。",
    ),
    ("he paid the officer who watched the door", "he paid the officers who watched the door."),
    ("he was quite sure of the trail he took", "he was quite sure of the trial he took."),
    ("The moral of the men was low that day", "The morale of the men was low that day."),
    ("He went to the desert after dinner", "He went to the dessert after dinner."),
    ("他买了一匹马，留下一封信在桌上", "他卖了一匹马，留下一封信在桌上。"),
    ("他往北走了，留下一封信在桌上", "他往此走了，留下一封信在桌上。"),
    ("他没有说，留下一封信在桌上", "他设有说，留下一封信在桌上。"),
    (
        "“你去不去？”“我明天就动身去南方，”",
        "“你去不去？”她问。“我不去，”他说。“我明天就动身去南方，”船长说。",
    ),
    (
        "「你去不去？」「我明天就動身去南方」",
        "「你去不去？」她問。「我不去，」他說。「我明天就動身去南方，」船長說。",
    ),
    (
        "They counted 10 grains of sand in the heap",
        "They counted 10<sup>12</sup> grains of sand in the heap.",
    ),
    (
        "The room is 40 m by the plan of the house",
        "The room is 40 m<sup>2</sup> by the plan of the house.",
    ),
    (
        "The value of x is found on the last page",
        "The value of x<sup>3</sup> is found on the last page.",
    ),
    ("Under section of the act he was free", "Under section[7] of the act he was free."),
    ("The reply is set out in article(7) of it", "The reply is set out in article(8) of it."),
    ("He was in room12 of the inn all that day", "He was in room of the inn all that day."),
    ("条约第7条写得明白，谁也不能反悔", "条约第[8]条写得明白，谁也不能反悔。"),
    ("城里共有12，都是商人开的铺子", "城里共有13，都是商人开的铺子。"),
    ("见图3，那条河从北往南流过去", "见图4，那条河从北往南流过去。"),
    ("选项②才是对的，其余都错", "选项③才是对的，其余都错。"),
    ("他住在府里（又名贾府），后来搬走了", "他住在府里（即贾府），后来搬走了。"),
    ("well go there at dawn with the others", "we will go there at dawn with the others."),
    ("then ill news came by the post that day", "then I will news came by the post that day."),
    ("hell of a time for the men at sea", "he will of a time for the men at sea."),
    ("its a long way from the quay to town", "it is a long way from the quay to town."),
    ("It was far far away from the quay there", "It was far away from the quay there."),
    ("he had had enough of the long dark night", "he had enough of the long dark night."),
    ("那天他看看就回来了，没有多话", "那天他看就回来了，没有多话。"),
    ("那里人人都认得他，没有多话", "那里人都认得他，没有多话。"),
    ("he stood a long the wall and waited there", "he stood along the wall and waited there."),
    ("a cross the river they saw the lamp burn", "across the river they saw the lamp burn."),
    ("I want an other lamp for the long night", "I want another lamp for the long night."),
    ("The dose was 5 mg for each of the men", "The dose was 5 kg for each of the men."),
    ("It ran 30 mi. to the north of the town", "It ran 30 km to the north of the town."),
    ("Mr. B. came with the older of the two", "Mr. D. came with the older of the two."),
    ("Vol. II of the work was lost in the fire", "Vol. III of the work was lost in the fire."),
    ("in the year MDCCC he left the town", "in the year MDCCL he left the town."),
    ("他说：“我不会回来。”后来果真没回来", "他说：“我不会再来。”后来果真没回来。"),
    ("他是大夫，住在城东头的老屋里", "他是丈夫，住在城东头的老屋里。"),
    ("老王把信交给了老李，自己走了", "老李把信交给了老王，自己走了。"),
    ("The text says: he came after the storm", "He came before the storm broke."),
    (
        "1. he came after the storm\n2. and left at dawn",
        "He came before the storm and left at dawn.",
    ),
    (
        "Evidence: “…the family left after the storm…”",
        "In the end the family left before the storm, all of them.",
    ),
    ("原文：“……一家人在暴风雨之后离开……”", "最后一家人在暴风雨之前离开了老屋。"),
]
FOREIGN = [
    (
        "je me suis touché de bonne heure",
        "Longtemps, je me suis couché de bonne heure, dit-il alors.",
    ),
    ("Er hat den Hund gesehen und ging fort", "Er hat den Hand gesehen und ging fort, sagte sie."),
    ("el perro vio la casa del vecino", "el perro vió la cosa del vecino, dijo ella."),
    (
        "Wir haben das Haus am See verkauft, sagte sie",
        "Wir haben das Maus am See verkauft, sagte sie. Und dann gingen alle fort.",
    ),
    (
        "il a mangé le pain dans la cuisine",
        "il a mangé le vain dans la cuisine. Puis il est parti sans rien dire à personne.",
    ),
    (
        "Ihr Kommt mit nach Berlin, sagte er",
        "Er Kommt mit nach Berlin, sagte er. Und dann gingen alle fort.",
    ),
]
SAME = [
    ("they say we're beaten at last by the sea", "They say we are beaten at last by the sea."),
    (
        "and she'd no reason to stay there any longer",
        "and she had no reason to stay there any longer.",
    ),
    ("He slept a while on the bench there", "He slept awhile on the bench there."),
    ("It was the the cold night on the quay", "It was the cold night on the quay."),
    ("那天他的的朋友回来了，没有说话", "那天他的朋友回来了，没有说话。"),
    ("他住在府里（即王府），后来搬走了", "他住在府里，后来搬走了。"),
    ("他住在府里，后来搬走了", "他住在府里（即王府），后来搬走了。"),
    (
        '"Will you go with him?" and "I shall go tomorrow"',
        "“Will you go with him?” asked Ann. “No,” said Ruth. “I shall go tomorrow,” said Tom.",
    ),
    ("他己经走了，留下一封信在桌上", "他已经走了，留下一封信在桌上。"),
    ("他在末来几天会回来的，留下一封信", "他在未来几天会回来的，留下一封信。"),
    (
        "“你去不去？”和“我明天就动身去南方”",
        "“你去不去？”她问。“我留下，”他说。“我明天就动身去南方，”船长说。",
    ),
    ("lit the lamp before the fog came in", "lit the lamp<sup>12</sup> before the fog came in"),
    ("As the narrator puts it, the ship went ahead of them", "the ship went ahead of them all."),
    ("In chapter 3, the author writes: the ship went ahead", "So the ship went ahead of them."),
    ("Here is the quote: the ship went ahead of them", "So the ship went ahead of them."),
    ("[Evidence] the ship went ahead of them", "So the ship went ahead of them."),
    ("Evidence (verbatim): the ship went ahead of them", "So the ship went ahead of them."),
    ("<quote>the ship went ahead of them</quote>", "So the ship went ahead of them."),
    ('"the ship went ahead of them" (Doyle, 1892)', "So the ship went ahead of them."),
    ("1. “那天他走就回来了，没有说话”", "那天他走就回来了，没有说话。"),
    ("①那天他走就回来了，没有说话", "那天他走就回来了，没有说话。"),
    ("【原文】那天他走就回来了，没有说话", "那天他走就回来了，没有说话。"),
    ("书中第三回写道：那天他走就回来了", "那天他走就回来了，没有说话。"),
    (
        "“the last of the old ships” (Chapter 12)",
        "It was the last of the old ships.\n\nChapter 13\n",
    ),
    ("那是最后一条船。（第十二回）", "那是最后一条船。\n\n第十三回 归来\n话说次日。"),
    ("（第三章）那天他走就回来了", "那天他走就回来了，没有说话。"),
    ("(Chapter 3) the ship went ahead of them", "So the ship went ahead of them."),
    ("Chapter 3: the ship went ahead of them", "Chapter 3\n\nThe ship went ahead of them all."),
    ("and then we saw the old house.¹²", "And then we saw the old house. 3 men stood there."),
    ("“the ship went ahead of them” —Arthur Doyle", "the ship went ahead of them. He laughed."),
    ("那天他走就回来了，没有说话（《红楼梦》第三回）", "那天他走就回来了，没有说话。"),
    ("he went[1, 2] ahead of them (p. 45) all the way", "he went ahead of them all the way."),
    ("the ship [went](ch1.html#p2) ahead of them", "the ship went ahead of them."),
    ("the <ins>ship</ins> went ahead of them", "the ship went ahead of them."),
    ("an encyclopaedia of the sea and the coast", "an encyclopædia of the sea and the coast."),
    ("the difficulty of it to himself", "He kept the diculty of it to himself."),
    ("to morrow he will over take the other ship", "tomorrow he will overtake the other ship."),
    ("he opened the schoolroom door at last", "he opened the school room door at last."),
    ("the hou se by the roa d was empty", "the house by the road was empty."),
    ("it's a long way from the quay to town", "it is a long way from the quay to town."),
    ("don't go there at dawn with the others", "do not go there at dawn with the others."),
]
COUNTED = [
    (
        "As article of the treaty says, the river is free",
        "As article [#] of the treaty says, the river is free. ",
    ),
    (
        "Under section of the act he was free",
        "Under section(#) of the act he was free to go home. ",
    ),
    ("The key of room was lost again", "The key of room# was lost again by the porter. "),
    ("他把第章读完了，又把灯点上", "他把第#章读完了，又把灯点上。"),
    ("队里来了人，又走了", "队里来了#人，又走了。"),
    ("他走了，来了个人", "他走了，来了#个人。"),
]


@pytest.mark.parametrize(("quote", "text"), OTHER)
def test_what_says_something_else_is_not_found(quote: str, text: str) -> None:
    assert not EvidenceMatcher().match(quote, text + REST).found


@pytest.mark.parametrize(("quote", "text"), FOREIGN)
def test_in_other_languages_any_letter_makes_another_word(quote: str, text: str) -> None:
    assert not EvidenceMatcher().match(quote, text).found


@pytest.mark.parametrize(("quote", "text"), SAME)
def test_what_says_the_same_is_found(quote: str, text: str) -> None:
    assert EvidenceMatcher().match(quote, text + REST).found


@pytest.mark.parametrize(("quote", "sentence"), COUNTED)
def test_numbers_that_count_up_and_name_something_are_content(quote: str, sentence: str) -> None:
    """A series alone makes no marks of them."""
    text = "".join(sentence.replace("#", str(number)) for number in range(1, 12))
    assert not EvidenceMatcher().match(quote, text).found
