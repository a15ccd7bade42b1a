"""Chinese words that are exchanged for one another, written down by hand: a line a group.

Simplified; a book in traditional characters gets them in those (`lists.in_script`).
"""

TIME = """
以前 以后
之前 之后
先 后
昨日 明日 今日
昨儿 明儿 今儿
从前 后来
起初 后来
早 晚
已 将
此时 那时
当日 次日
前日 后日
"""
BEFORE = """
前 后
"""
COMPARATIVES = """
多 少
高 低
大 小
长 短
远 近
厚 薄
重 轻
粗 细
胜 逊
更 最
强 弱
深 浅
"""
ADJECTIVES = """
好 歹 坏
新 旧
贫 富
真 假
冷 热
善 恶
老 幼
美 丑
忙 闲
明 暗
香 臭
清 浊
贵 贱
干 湿
喜 悲
欢喜 烦恼
容易 艰难
"""
ADVERBS = """
忽然 渐渐
快 慢
忙 缓
悄悄 大声
早 迟
细细 胡乱
同 独
暗暗 明明
亲自 教人
一齐 各自
"""
VERBS = """
来 去
进 出
入 出
杀 救
买 卖
开 关
笑 哭
生 死
爱 恨
送 取
问 答
坐 立
升 降
起 倒
迎 送
赏 罚
胜 败
聚 散
得 失
信 疑
放 捉
借 还
"""
NOUNS = """
昼 夜
天 地
男 女
父 母
水 火
山 水
日 月
头 脚
心 口
白日 黑夜
主 仆
夫 妻
官 民
阴 阳
君 臣
"""
RELATIVES = """
哥哥 弟弟
姐姐 妹妹
父亲 母亲
儿子 女儿
爷爷 奶奶
叔叔 舅舅
丈夫 妻子
嫂子 婶子
师父 徒弟
兄 弟
姑娘 丫头
公公 婆婆
"""
MODALS = """
能 肯 敢
会 该 须
必 可
应 可
可以 必须
要 该
须 可
愿 敢
得 要
"""
PRONOUNS = """
我 你 他
他 我
我们 他们 你们
咱们 他们
自己 别人
吾 汝
"""
UNITS = """
里 丈 尺
斤 两 钱
年 月 日
丈 尺 寸
两 吊
时辰 日
斗 石
顷 亩
"""
DIRECTIONS = """
东 西 南 北
左 右
上 下
内 外
里 外
前面 后面
东边 西边
左边 右边
"""
FOCUS = "只 才 都 也 亦 又 还 就 便 竟"
CONNECTIVES = """
和 或
与 或
但 且
若 虽
因 虽
因此 但是
或 并
所以 然而
如 虽
倘 虽
及 或
"""
PREPOSITIONS = """
在 从
向 从
往 从
对 替
给 替
同 替
自 至
由 向
"""
VOICE = """
被 把
被 将
"""
QUANTIFIERS = """
一切 几个
各 每
众 诸 某
些 群
诸 几
全 半
众人 几人
大家 几个
有些 所有
多少 许多
"""
CERTAINTY = """
或许 必定
想必 定然
大约 一定
恐怕 定是
恐 必
自然 未必
果然 似乎
定 或
想是 定是
只怕 一定
"""
FREQUENCY = """
常 偶
时常 偶然
往往 从来
每每 偶尔
每日 有时
常常 有时
素日 今日
屡 偶
再 常
"""
DEGREE = """
很 稍
太 略
极 稍
甚 略
十分 略略
越发 略略
更 略
最 颇
好生 略略
"""
COLOURS = """
红 白 黑
青 黄
绿 紫
蓝 绿
白 黑
红 绿
金 银
粉 青
"""
CALENDAR = """
春 夏 秋 冬
清晨 晚间
早饭 晚饭
正月 腊月
早起 晚上
午 夜
中秋 元宵 端阳
"""
QUESTIONS = """
什么 怎么
谁 何
何 谁
那里 几时
如何 为何
怎 何
"""
DEMONSTRATIVES = """
这 那
此 彼
这里 那里
这个 那个
这样 那样
"""
CLASSIFIERS = """
个 位 名 条
匹 头 只
座 间
件 条 张
把 根
杯 碗
句 声
次 遍
"""
ASPECT = """
了 着 过
着 过
"""
SPEECH = """
说 想
道 想
看 听
看见 听见
叫 骂
知 疑
见 闻
骂 劝
"""
BODY = """
手 脚
眼 耳
脸 背
头 脚
嘴 鼻
腿 臂
口 手
"""
THINGS = """
门 窗
茶 酒
桌 椅
饭 菜
书 画
衣 鞋
花 草
马 牛
刀 枪
船 车
金 铁
屋 院
"""
PARTICLES = "吗 么 乎"
DOUBT = """
岂 定
岂 必
"""
PUT_IN = "老 小 大 新 旧 好 恶 美 丑 贫 富"
"""Put in before a noun."""
ADVERBS_PUT_IN = "忽然 悄悄 暗暗 慢慢 急忙 勉强 偷偷 欣然"
PLURALS = """
我们 我
你们 你
他们 他
"""
EXCHANGED = {
    "before and after": BEFORE,
    "time words": TIME,
    "comparatives": COMPARATIVES,
    "antonym adjectives": ADJECTIVES,
    "antonym adverbs": ADVERBS,
    "antonym verbs": VERBS,
    "antonym nouns": NOUNS,
    "relatives": RELATIVES,
    "modals": MODALS,
    "pronouns": PRONOUNS,
    "tense": ASPECT,
    "singular and plural": PLURALS,
    "units": UNITS,
    "directions": DIRECTIONS,
    "connectives": CONNECTIVES,
    "prepositions": PREPOSITIONS,
    "被 and 把": VOICE,
    "quantifiers": QUANTIFIERS,
    "certainty words": CERTAINTY,
    "frequency words": FREQUENCY,
    "degree words": DEGREE,
    "colours": COLOURS,
    "days, months, seasons": CALENDAR,
    "question words": QUESTIONS,
    "demonstratives": DEMONSTRATIVES,
    "classifiers": CLASSIFIERS,
    "岂": DOUBT,
    "verbs of saying and knowing": SPEECH,
    "parts of the body": BODY,
    "things of the house": THINGS,
}
"""Class by class, the groups of which a word is exchanged for another."""
LOOK_ALIKES = """
己 已 巳
未 末
日 曰
人 入
大 太 天 夫
土 士
千 干 于
王 玉 主
今 令
问 间 闻
乌 鸟
刀 力
待 侍
折 拆
拔 拨
住 往 佳
清 请 情 晴
酒 洒
师 帅
看 着
目 日 自
白 自
几 凡
亲 新
话 活
贪 贫
要 耍
眼 跟 恨 根
快 块 决
免 兔
买 卖
休 体
木 本 末
外 处
侯 候
真 直
"""
"""Characters that scanners and readers take for one another."""
