"""Characters written in other ways than simplified or traditional: 囘 for 回, ⻅ for 见."""

import functools

_VARIANTS = """
暗闇晻 庵菴 鳌鼇 霸覇 稗粺 柏栢 褓緥 宝寳 刨鉋鑤 杯盃桮 悖誖 备俻 奔逩犇 逼偪 秘祕 痹痺 遍徧 冰氷
禀稟 并並併竝 钵盋 博愽 彩綵 睬倸 参叅 惭慙 操撡 草艸 册冊 策筞筴 插揷 查査 察詧 尝甞 场塲 厂厰
扯撦 趁趂 乘乗椉 澄澂 痴癡 耻恥 敕勅勑 翅翄 酬酧詶醻 绸紬 瞅偢矁 锄鉏耡 船舩 窗窓牎牕窻 床牀
创剏剙 捶搥 棰箠 春旾 唇脣 蠢惷 辞辤 糍餈 鹚鷀 匆怱悤 丛樷 粗觕麤麁 脆脃 村邨 锉剉 呆獃騃 玳瑇
耽躭 啖啗噉 捣擣 德悳 凳櫈 堤隄 抵牴觝 蒂蔕 吊弔 叠疉 斗鬦鬪 豆荳 妒妬 睹覩 遁遯 朵朶 垛垜 跺跥
讹譌 峨峩 鹅鵞 厄戹阨 扼搤 鳄鰐 萼蕚 腭齶 罚罸 帆颿 翻飜繙 凡凢 泛汎 仿倣 痱疿 氛雰 峰峯 蜂蠭
俯俛頫 附坿 妇媍 概槩 丐匃匄 秆稈 赣贑灨 杠槓 皋皐 糕餻 槁槀 稿稾 歌謌 胳肐 个箇 亘亙 耕畊 躬躳
构搆 鼓皷 雇僱 挂掛罣 拐枴 怪恠 管筦 馆舘 罐鑵 规槼 国圀 椁槨 函圅 捍扞 焊銲釬 悍猂 皓皜暠 嗥嘷獔
和咊龢 恒恆 侯矦 呼虖嘑謼 花芲 哗譁 欢懽讙驩 獾貛 浣澣 恍怳 回囘囬迴廻 蛔蚘痐 毁燬譭 昏昬 魂䰟
迹跡蹟 鸡鷄雞 羁覊 楫檝 赍賫 夹裌 戛戞 奸姦 笺牋椾 剪翦 鉴鑑鑒 剑劒 僵殭 缰繮 剿勦 叫呌 教敎 侥儌
阶堦 秸稭 劫刦刧刼 捷捿 斤觔 晋晉 径逕 京亰 粳秔稉 阱穽 迥逈 炯烱 揪揫 韭韮 厩廐廄 救捄 局侷跼
矩榘 倦勌 狷獧 俊儁 浚濬 慨嘅 坎埳 瞰矙 糠粇穅 炕匟 考攷 扣釦 寇冦 叩敂 裤袴 块凷 款欵 矿鑛 窥闚
馈餽 愧媿 昆崑崐 捆綑 阔濶 辣辢 赖頼 婪惏 懒嬾 琅瑯 棱稜 梨棃 犁犂 璃琍瓈 历厤 狸貍 荔茘 莅涖蒞
奁匳匲籢 镰鎌 邻隣 麟麐 磷燐粦 吝恡 菱蔆 琉瑠璢 留畱 柳栁桺 瘤癅 弄挵 戮剹勠 略畧 仑崙崘 裸躶臝
骡驘 骂駡傌 脉脈衇 牦犛 冒冐 梅楳槑 虻蝱 眯瞇 觅覔 幂冪 绵緜 妙玅 馍饝 幕幙 亩畂畆 拿拏挐 乃迺廼
奶嬭 楠柟枬 嫩嫰 霓蜺 昵暱 年秊 袅嬝 捏揑 孽孼 啮齧囓 农辳 暖煖煗 炮砲礮 胚肧 佩珮 碰掽踫 毗毘
匹疋 飘飃 凭凴 瓶缾 迫廹 栖棲 期朞 旗旂 棋碁棊 启啓啟 憩憇 铅鈆 潜潛 强彊 墙墻牆 襁繈 跷蹻 憔癄顦
峭陗 琴琹 揿搇 丘坵 秋秌穐 球毬 驱駈敺 券劵 却卻 榷搉 裙裠 群羣 冉冄 绕遶 衽袵 妊姙 韧靭靱 绒羢
融螎 冗宂 软輭 蕊蕋橤蘂 睿叡 伞繖 桑桒 涩澁濇 傻儍 膳饍 剩賸 虱蝨 湿溼 时旹 实寔 视眎眡 是昰 谥諡
疏疎 倏儵 薯藷 竖竪 厮廝 似佀 祀禩 俟竢 嵩崧 搜蒐 苏蘓 诉愬 溯泝遡 算祘 岁嵗 笋筍 蓑簑 琐璅 锁鏁
塔墖 坛壜罈 袒襢 叹歎 糖餹 绦縚 掏搯 逃迯 啼嗁 蹄蹏 屉屜 剃鬀 眺覜 同仝 筒筩 偷媮 兔兎 腿骽 拖拕
蛙鼃 袜韤韈 玩翫 碗盌椀 亡亾 往徃 望朢 喂餧 吻脗 瓮罋 污汙汚 忤啎 坞隖 晰晳 溪谿 膝厀 席蓆 戏戯
狭陿 仙僊 鲜鱻尠 弦絃 衔啣 享亯 效効傚 笑咲 协恊 胁脇 邪衺 鞋鞵 携擕 蟹蠏 燮爕 泄洩 绁絏 欣訢 幸倖
凶兇 胸胷 绣綉 锈銹 叙敍敘 恤卹賉 婿壻 喧諠 萱蕿蘐萲 璇璿 炫衒 靴鞾 勋勛 巡廵 鸦鵶 胭臙 岩嵒巗
焰燄 宴讌醼 艳豓 雁鴈 燕鷰 验騐 赝贋 扬敭颺 咬齩 药葯 耀燿 野埜 夜亱 烨爗 以㠯 因囙 阴隂 姻婣 吟唫
淫婬滛 莺鸎 映暎 涌湧 咏詠 踊踴 逾踰 寓庽 愈瘉 冤寃 猿猨蝯 韵韻 匝帀 杂襍 灾烖菑 咱偺喒 暂蹔 葬塟
皂皁 灶竈 噪譟 闸牐 札剳箚 榨搾 寨砦 沾霑 盏琖醆 照炤 哲喆 浙淛 珍珎 真眞 针鍼 砧碪 侄姪妷 址阯
纸帋 置寘 稚穉稺 冢塚 众衆眾 咒呪 猪豬 伫竚 箸筯 砖甎塼 撰譔 妆粧 桌槕 斫斲斵 姊姉 眦眥 棕椶 粽糉
最冣 罪辠 樽罇
"""
# Words of two characters with two spellings; in other words these characters may differ.
_WORDS = """
甚么什么 惟一唯一 惟独唯独 惟有唯有 想像想象 好象好像 帐房账房 帐簿账簿 帐目账目 帐单账单 算帐算账
欠帐欠账 还帐还账 付帐付账 看做看作 当做当作 叫做叫作 按语案语 笔划笔画 人材人才 身分身份 成份成分
部份部分 辈份辈分 缘份缘分 粘贴黏贴 粘土黏土 定婚订婚 定货订货 分付吩咐 计画计划 刻划刻画 勾划勾画
繁琐烦琐 交待交代 那末那么 做客作客 做弄作弄 热呼热乎 希罕稀罕 希奇稀奇 希少稀少 模胡模糊 胡涂糊涂
鱼网渔网 车箱车厢 倒楣倒霉 伙计火计 丁当叮当 含胡含糊 蒸气蒸汽 起程启程 起锚启锚 耽心担心 耽搁担搁
搭挡搭档 澹泊淡泊 喝采喝彩 精采精彩 光采光彩 风采丰采 丰姿风姿 订单定单 预订预定 折中折衷 保姆保母
报导报道 辩白辨白 辩证辨证 辞讼词讼 辞汇词汇 辞典词典 辞藻词藻 搭赸搭讪 耿直梗直 鲠直耿直 倚仗依仗
依靠倚靠 犹如尤如
"""
# U+2E80 to U+2EF3 by what Unicode's EquivalentUnifiedIdeograph gives for each; compatibility forms
# from U+2F00 on are folded by NFKC.
_RADICALS = (
    "厂乛乚乙亻冂几刀刂卜㔾小小兀尣尢尣巳幺彑彐忄心扌攵 旡日月歺母民氵氺灬爫爫丬牛犭"
    "王疋目示礻竹糹纟罓罒㓁㓁网羊羊羊耂肀聿肉臼艹艹艹虎衤覀西见角角讠贝足车辶辶辶邑钅"
    "長镸长门阜阜雨青韦页风飞食食飠饣首马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟"
)
_FIRST_RADICAL = 0x2E81


def variant_characters() -> dict[str, str]:
    """Map each variant to the standard form in China (list of 1955), a radical to its ideograph."""
    variants = {variant: group[0] for group in _VARIANTS.split() for variant in group[1:]}
    radicals = {chr(_FIRST_RADICAL + at): each for at, each in enumerate(_RADICALS) if each != " "}
    return variants | radicals


@functools.cache
def _words() -> frozenset[tuple[str, str]]:
    pairs = [(both[:2], both[2:]) for both in _WORDS.split()]
    return frozenset(pairs + [(second, first) for first, second in pairs])


def same_chinese_word(first: str, second: str) -> bool:
    """Whether two words of two simplified characters are two spellings of one word."""
    return (first, second) in _words()
