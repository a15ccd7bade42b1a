"""The same words in another spelling: tables of this measurement's own, written down by hand."""

BRITISH = """
honour honor
honours honors
honoured honored
honourable honorable
colour color
colours colors
coloured colored
favour favor
favours favors
favourite favorite
favourable favorable
neighbour neighbor
neighbours neighbors
neighbourhood neighborhood
behaviour behavior
humour humor
parlour parlor
labour labor
harbour harbor
endeavour endeavor
endeavoured endeavored
splendour splendor
vapour vapor
odour odor
armour armor
rumour rumor
candour candor
ardour ardor
centre center
theatre theater
grey gray
traveller traveler
travelling traveling
travelled traveled
jewellery jewelry
woollen woolen
marvellous marvelous
quarrelled quarreled
quarrelling quarreling
cheque check
defence defense
offence offense
pretence pretense
realise realize
realised realized
recognise recognize
recognised recognized
apologise apologize
sympathise sympathize
organise organize
civilised civilized
astonished astonished
plough plow
practise practice
programme program
mould mold
moustache mustache
pyjamas pajamas
skilful skillful
wilful willful
fulfil fulfill
storey story
connexion connection
surprise surprize
surprised surprized
choose chuse
show shew
showed shewed
enquire inquire
enquiry inquiry
enquired inquired
judgment judgement
acknowledgment acknowledgement
"""
_LEAKS = "storey practise cheque astonished programme"
"""Spelt as another word, or no pair at all: not used."""
JOINED = """
to-day today
to-morrow tomorrow
to-night tonight
any_one anyone
some_one someone
every_one everyone
any_body anybody
every_body everybody
for_ever forever
good-bye goodbye
good-by good-bye
mean_time meantime
mean_while meanwhile
no_one no-one
common-place commonplace
arm-chair armchair
sitting-room sitting_room
drawing-room drawing_room
dining-room dining_room
bed-room bedroom
fire-place fireplace
week-end weekend
some_time some-time
every_day every-day
"""
CONTRACTED = """
do_not don’t
did_not didn’t
does_not doesn’t
is_not isn’t
was_not wasn’t
are_not aren’t
were_not weren’t
had_not hadn’t
has_not hasn’t
have_not haven’t
could_not couldn’t
would_not wouldn’t
should_not shouldn’t
cannot can’t
will_not won’t
must_not mustn’t
I_am I’m
you_are you’re
we_are we’re
they_are they’re
I_have I’ve
you_have you’ve
we_have we’ve
I_will I’ll
you_will you’ll
he_will he’ll
she_will she’ll
they_will they’ll
let_us let’s
it_is it’s
that_is that’s
"""
ABBREVIATED = """
Mr. Mister
Mr. Mr
Mrs. Mrs
Dr. Doctor
Dr. Dr
St. Saint
Esq. Esquire
Capt. Captain
Captain Capt.
Col. Colonel
Colonel Col.
Professor Prof.
Sergeant Sgt.
Lieutenant Lieut.
and &
o’clock oclock
through thro’
though tho’
"""
VARIANTS = """
里 裏 裡
着 著
够 夠
群 羣
峰 峯
床 牀
泪 淚
却 卻
线 綫
吃 喫
鸡 雞 鷄
回 囘
为 爲 為
真 眞
教 敎
册 冊
杯 盃
并 並 竝
于 於
仙 僊
游 遊
踪 蹤
迹 跡 蹟
笋 筍
耻 恥
叹 嘆 歎
咏 詠
烟 煙
溪 谿
暖 煖
岩 巖
凉 涼
决 決
净 淨
况 況
凄 淒
略 畧
唇 脣
碗 盌 椀
猫 貓
猪 豬
窗 窻 牕
墙 牆
闲 閒
强 強
户 戶
说 說 説
脱 脫
锐 銳
温 溫
内 內
换 換
晒 曬
毁 毀
丰 豐
弃 棄
异 異
奸 姦
侄 姪
婿 壻
匆 怱
勋 勳
考 攷
恒 恆
绣 繡 綉
秋 秌
鹅 鵝 鵞
"""


def pairs(lines: str) -> dict[str, list[str]]:
    """What each of the spellings may be written as instead, both ways."""
    written: dict[str, list[str]] = {}
    for line in filter(None, lines.split("\n")):
        forms = [form.replace("_", " ") for form in line.split()]
        if forms[0] not in _LEAKS.split():
            for form in forms:
                written.setdefault(form, []).extend(other for other in forms if other != form)
    return written
