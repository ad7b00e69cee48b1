"""What is said to the tool rather than asked of papers, and what is asked about the library.

A text counts only as a whole: "hi" is a greeting, "hello world benchmark" is a question.
"""

from __future__ import annotations

import re
from typing import Literal

LIBRARY = (
    r"(?:(?:the|this|my|your|our|that) )?(?:(?:whole|entire|current|paper) )?"
    r"(?:library|collection|corpus|data ?base|archive|pile(?: of papers)?|set of papers"
    r"|knowledge base)"
)
_HERE = rf"(?:in here|here|there|in total|altogether|overall|in (?:it|{LIBRARY}|stock))"
_PAPERS = r"(?:(?:all )?(?:the|these|those|your|my|our|all) (?:\w+ )?papers)"

Topic = Literal[
    "greeting", "thanks", "farewell", "nod", "identity", "model", "ability", "trust", "privacy",
    "language", "limits", "opinion", "doubt", "memory", "changing", "adding", "exporting",
    "storing",
]  # fmt: skip

_TALK: dict[Topic, tuple[str, ...]] = {
    "greeting": (
        r"(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day))"
        r"(?: there| all| everyone| everybody| again| answerable| friend| folks)?",
        r"test(?:ing)?(?: (?:test|1 2 3|123))?|ping|anybody (?:here|there|home)",
        r"how (?:are|r) (?:you|u)(?: doing)?(?: today)?|how(?:['’]s| is) it going|what['’]?s up",
        r"nice to meet you|are you (?:there|awake|ready|ok|okay)",
        r"(?:你|您|大家)好[呀啊吗]?|嗨|哈喽|早上好|下午好|晚上好|早|在吗",
    ),
    "thanks": (
        r"(?:many |much )?(?:thanks|thank (?:you|u)|thx|ty|cheers|much appreciated|appreciate it)"
        r"(?: (?:a lot|so much|very much|again|a million|anyway|you))?"
        r"(?: for (?:(?:the|your|all|that|this) )*(?:help|answers?|information|info|summary))?",
        r"(?:非常|十分|多)?(?:谢谢|感谢|多谢)(?:你|您|了|啦)?",
    ),
    "farewell": (
        r"(?:good ?)?bye(?: bye)?|see (?:you|ya)(?: later| soon| tomorrow)?|good night|ciao",
        r"再见|拜拜",
    ),
    "nod": (
        r"ok(?:ay)?|great|nice|cool|perfect|awesome|excellent|wonderful|got it|i see|understood",
        r"(?:that(?:['’]s| is| was) )?(?:very |really )?(?:great|good|helpful|perfect|fine|enough)",
        r"stop(?: it| that)?|quit|exit|cancel|wait|no thanks|nothing",
        r"well done|good (?:job|work|bot|to know)|never ?mind|sorry|lol|haha+",
        r"好的?|明白了?|知道了|不错|很好",
    ),
    "identity": (
        r"(?:who|what)(?: exactly)? (?:are|r) (?:you|u)(?: exactly)?|what(?:['’]s| is) your name",
        r"who (?:made|built|created|wrote|developed|trained) (?:you|this|answerable|this tool)",
        r"(?:are|is) (?:you|this) (?:an? |the )?(?:real |chat)?(?:bot|robot|ai|human|person"
        r"|machine|program|chatgpt|gpt|gpt-4|llm|language model|search engine|assistant)",
        r"why (?:should|would|do) (?:i|we|one) use (?:you|this|it|answerable)\b.{0,60}"
        r"|(?:how|why) (?:are|is) (?:you|this|answerable) (?:better|different)\b.{0,60}",
        r"introduce yourself|tell me about yourself|what(?:['’]s| is) (?:this|answerable)"
        r"(?: tool| app| program| thing)?",
        r"(?:你|您)(?:是谁|是什么|叫什么(?:名字)?)|介绍一下(?:你)?自己|自我介绍",
    ),
    "model": (
        r"(?:what|which) (?:language |ai |llm )?model"
        r" (?:are you(?: using)?|do you use|is (?:this|used|running)|runs here)",
    ),
    "ability": (
        r"help(?: me)?|what (?:can|could|do|will) (?:you|this tool|answerable) do"
        r"(?: for me| here)?",
        r"what (?:can|could|should|may) i (?:ask|do)(?: you| here| with (?:you|this|it))?",
        r"how (?:can|could) you help(?: me)?|what are you (?:good for|able to do|capable of|for)",
        r"(?:how (?:do|can|should|could) i|how to) use (?:you|this|it|answerable|this tool)",
        r"what (?:kinds?|sorts?|types?) of questions? (?:can|do|should) (?:i|you) (?:ask|answer)"
        r"(?: you)?",
        r"(?:你|您)(?:(?:能|会|可以)(?:做|帮我)?(?:什么|些什么)|怎么用)|帮助",
        r"(?:怎么|如何)(?:使用|用)(?:你|这个(?:工具|软件)?)?",
        r"我(?:能|可以)问(?:你)?(?:些什么|什么|哪些问题)",
    ),
    "trust": (
        r"how (?:do you|does (?:this (?:tool|app|program|thing)|answerable)) work",
        r"(?:can|should|do|how far can) i trust (?:you|(?:your |these |the )?answers?|this)",
        r"(?:do|can|will) you (?:ever )?"
        r"(?:hallucinate|lie|make (?:things|stuff|it) up|invent things|make mistakes)",
        r"(?:how (?:accurate|reliable|trustworthy|good|correct) (?:are you|(?:are|is) (?:your|the)"
        r" answers?))|are you (?:accurate|reliable|trustworthy|often wrong)"
        r"|how (?:often|much) (?:are you|do you) (?:wrong|hallucinate|err|make mistakes)",
        r"where do(?:es)? your (?:answers?|knowledge|information|data) come from",
    ),
    "privacy": (
        r"(?:do|can|are) you (?:use|have|access|search|browse|connected to|on)(?: access to)?"
        r" (?:the )?(?:internet|web|online)|are you (?:online|offline)",
        r"(?:do you|does this) (?:send|share|store|upload|keep) (?:my )?"
        r"(?:data|questions?|papers?)(?: anywhere)?|is my data (?:safe|private)",
    ),
    "limits": (
        r"what (?:can(?:no|['’])?t|can not|do(?:n['’]t| not)) you (?:do|know|understand|answer)"
        r"|what (?:are|is) your (?:limit(?:ation)?s?|weakness(?:es)?|shortcomings?)"
        r"|what (?:can(?:no|['’])?t|can not|should(?:n['’]t| not)) i ask(?: you)?",
        r"(?:do|can|could|will|did) you (?:also )?(?:read|see|open|use|have|know|search|look at)"
        r"(?: access to)?(?: (?:the|my|any|all|all the))? (?:(?:full|whole|entire|complete)"
        r"[- ]?(?:texts?|papers?|articles?)|pdfs?(?: files?)?|figures?|tables?|images?|references)"
        r"(?: of (?:the|these|my) papers?)?",
        r"(?:can|could|would|will|do) you (?:please |also )?(?:write|draft|draw|paint|email"
        r"|download"
        r"|code|program|order|play|sing) (?:me |for me )?(?:a|an|the|my|our|some|code|papers?"
        r"|poems?|songs?)\b.{0,60}",
        r"(?:write|draft|compose) (?:me )?(?:a|an|the|my|our) (?:essay|poem|story|introduction"
        r"|related work|review|paper|song|email)\b.{0,60}",
        r"(?:how(?:['’]s| is)|what(?:['’]s| is)(?: the)?) (?:the )?(?:weather|time|date|news|day)"
        r"\b.{0,30}|tell (?:me|us) (?:a|an|another) (?:joke|story|poem|riddle)|how old are you"
        r"|what(?:['’]s| is) \d+ ?[-+*x/×÷] ?\d+|(?:do|can) you (?:love|like|feel|think|dream)"
        r"\b.{0,20}",
        r"(?:你|您)(?:不(?:能|会)(?:做)?|有)(?:什么|哪些)(?:局限|限制|缺点|不足)?"
        r"|(?:今天)?天气(?:怎么样|如何)|讲(?:个|一个)(?:笑话|故事)"
        r"|(?:你|您)(?:能|会|可以)?(?:读|看|阅读)(?:到)?全文吗",
    ),
    "opinion": (
        r"(?:what|which)(?:['’]s| is| are| was)? (?:your|the) (?:favou?rite|best|worst|greatest"
        r"|coolest|most (?:important|interesting|influential|cited|famous)) "
        r"(?:papers?|articles?|ones?|stud(?:y|ies))(?: (?:here|of all|ever|in here|"
        rf"(?:of|in) {LIBRARY}))?",
        r"what (?:do you think|is your opinion)(?: (?:about|of|on) (?:it|this|them|that))?"
        r"|do you agree",
    ),
    "doubt": (
        r"(?:that|this|it)(?:['’]s| is| was| can(?:no|['’])t be) (?:wrong|incorrect|false|not true"
        r"|not right|nonsense|rubbish|not what i (?:asked|meant))|wrong(?: answer)?"
        r"|you(?:['’]re| are)"
        r" (?:wrong|mistaken|lying)|i (?:do not|don['’]t) (?:believe|trust) (?:you|it|that|this)"
        r"|nonsense|are you (?:sure|certain)(?: about (?:that|this|it))?|no,? that(?:['’]s"
        r"| is) wrong",
        r"i (?:do not|don['’]t|did not|didn['’]t) (?:understand|get it|follow)(?: (?:it|that"
        r"|this))?"
        r"|huh|what do you mean",
        r"不对|错了|你错了|我不(?:明白|懂|理解)|看不懂|什么意思",
    ),
    "memory": (
        r"(?:do|can|did) you (?:remember|know|recall) (?:what (?:i|we) (?:asked|said|talked about)"
        r"|me|our (?:conversation|last chat)|my (?:last )?questions?)(?: (?:before|earlier"
        r"|last time"
        r"|yesterday))?|what (?:did i|have i) (?:ask(?:ed)?|sa(?:y|id))(?: (?:you|before|earlier"
        r"|first|last|so far))*",
        r"(?:where|how) (?:are|do i (?:find|see|get)) (?:my )?(?:old|past|earlier|previous|stored)?"
        r" ?(?:conversations?|chats?|history)(?: (?:stored|kept|saved))?",
    ),
    "changing": (
        r"(?:please )?(?:delete|remove|erase|wipe|clear|reset|drop|forget|destroy) "
        rf"(?:everything|all|all (?:of )?(?:it|them|papers|the papers)|{LIBRARY}|{_PAPERS}"
        r"|(?:this|that|the first|the last) (?:paper|one)|paper \d+|(?:my |this "
        r"|the )?(?:questions?"
        r"|conversations?|chat|history))",
        r"how (?:do|can|could|would) (?:i|we|you) (?:delete|remove|erase|take out|get rid of)"
        r" (?:an? |the |some |all |my |old )?(?:papers?|abstracts?|conversations?|everything"
        r"|chats?)"
        r"(?: from .{1,20})?",
        r"(?:删除|清空|删掉)(?:所有|全部|这个|整个)?(?:论文|文献库|库|内容|一切|对话)?",
    ),
    "adding": (
        r"(?:how|where) (?:do|can|could|would|should) (?:i|we|you|one) (?:add|import|load"
        r"|upload|put in"
        r"|insert)(?: (?:my|more|new|other|some|the|a|an))*"
        r" (?:papers?|abstracts?|files?|pdfs?|bibtex|articles?|library|conference)(?: .{1,30})?",
        r"(?:which|what) (?:file )?(?:formats?|files?|file types) (?:do you|can you|are)"
        r" (?:read|support|import|supported|accept|understand)",
        r"(?:add|import|upload) (?:a |my |some |more |new )*(?:papers?|files?|abstracts?)",
        r"(?:怎么|如何)(?:添加|导入|上传)(?:新的?)?(?:论文|文献|文件)",
    ),
    "exporting": (
        r"(?:how (?:do|can|could) (?:i|we|you) )?(?:export|save|download|copy|cite)(?: (?:my"
        r"|the|these"
        r"|this|an?|all|cited))* (?:citations?|references?|bibtex|bibliography|answers?|papers?"
        r"|sources|conversation|chat|results?)(?: (?:as|to|in) .{1,20})?",
        r"(?:怎么|如何)(?:导出|保存|引用)(?:论文|文献|引用|答案|参考文献)?",
    ),
    "storing": (
        r"where (?:are|is|do you (?:keep|store|save)) "
        rf"(?:{_PAPERS}|{LIBRARY}|my data|my files|everything|it)(?: (?:stored|kept|saved"
        r"|located))?",
    ),
    "language": (
        r"(?:which|what) languages? (?:do you (?:speak|understand|know)|can i (?:use|ask in))",
        r"do you (?:speak|understand) (?:chinese|english|german|french|spanish)",
    ),
}
_BEFORE = r"(?:(?:oh|ah|ok|okay|well|great|perfect|nice|cool)[, ]+)?"
_SAYS = {topic: re.compile(f"{_BEFORE}(?:{'|'.join(ways)})", re.I) for topic, ways in _TALK.items()}

_TOPICS = r"(?:topics?|subjects?|themes?|(?:research )?(?:areas?|fields?|directions?)|disciplines?)"
_VENUES = r"(?:venues?|conferences?|journals?|proceedings|publishers?)"
_SPAN = r"(?:years?|time (?:span|period|range|frame)|period|range of years|decades?)"
_COVERED = (
    r"(?:(?:are|is) (?:there|covered|included|represented|treated|discussed|available)"
    rf"|(?:do(?:es)?|can) (?:you|{LIBRARY}|{_PAPERS}|it|this) (?:have|know|cover|contain|include"
    r"|span|treat|deal with|come from|hold|go back to|address|discuss|answer)"
    rf"|(?:of|in|across|from|do|are|is) (?:{LIBRARY}|{_PAPERS})|{_HERE}|can i ask)(?:\b.*)?"
)
_ABOUT = (
    # The whole.
    rf"what(?:['’]s| is| do you have| have you got| do we have)(?: all)? (?:in|inside)"
    rf" (?:{LIBRARY}|here|there|store)(?:\b.*)?",
    rf"what do(?:es)? {LIBRARY} (?:contain|hold|cover|include|have|consist of|look like)",
    rf"(?:tell me |what can you (?:say|tell me) )?(?:more )?about {LIBRARY}",
    rf"(?:describe|summ?[ae]ri[sz]e|characteri[sz]e|introduce|explain) {LIBRARY}",
    r"(?:(?:give|show)(?: me)? )?(?:an? |the )?(?:\w+ )?(?:overview|summary|description"
    rf"|statistics|stats) (?:of|about|on|for) {LIBRARY}",
    r"what (?:do you|does it) know(?: about)?|what do you have",
    rf"what(?:['’]s| is) (?:available(?: here)?|{LIBRARY}(?: about)?)",
    rf"what (?:are|is) {_PAPERS}(?: in {LIBRARY})? (?:all |mostly |mainly )?about",
    rf"(?:how (?:big|large)|what size|what(?:['’]s| is) the size)(?: is| of)? {LIBRARY}(?: now)?",
    # Its topics, years, venues, authors.
    r"(?:(?:what|which|list|name|show me|give me)(?: are| is)?|tell me)(?: all)?(?: of)?(?: the)?"
    r"(?: main| major| most common| most frequent| different| key| general)*"
    rf" {_TOPICS}(?: {_COVERED})?",
    rf"(?:(?:from|in|for) )?(?:which|what) (?:publication )?{_SPAN}(?: of publication)? {_COVERED}",
    rf"what(?:['’]s| is) the {_SPAN}(?: covered)?(?: (?:of|by|in|for) (?:{LIBRARY}|{_PAPERS}))?",
    rf"how (?:old|recent|new|up[- ]to[- ]date|current) (?:are|is) (?:{LIBRARY}|{_PAPERS})",
    rf"(?:(?:from|at|in) )?(?:which|what) (?:{_VENUES}|authors?) {_COVERED}",
    rf"(?:which|what|list|show)(?: (?:me|all|the))* (?:{_VENUES}|authors|years|topics)",
    r"who (?:has |have )?(?:wrote|written|published|authored) (?:the )?most(?: of)?(?: the| these)?"
    rf"(?: papers?| articles?)?(?: {_HERE})?",
    rf"(?:which|what) (?:{_VENUES}|authors?) (?:have|has|is|are|occurs?|appears?|published|wrote)"
    rf" (?:the )?most(?: often| frequent| common| papers)?(?: {_HERE})?",
    r"(?:who are|list|name|show me) (?:all )?(?:the |your )?"
    r"(?:main |most (?:frequent|common|prolific) )?(?:authors|venues|conferences|journals)"
    rf"(?: (?:{_HERE}|(?:of|in) (?:{LIBRARY}|{_PAPERS})))?",
    rf"how many (?:different )?(?:authors?|years|{_VENUES}) {_COVERED}",
    r"(?:(?:(?:what|which)(?:['’]s| is| are| was)?|show me|list) )?(?:the )?"
    r"(?:newest|latest|most recent|oldest|earliest)"
    r" (?:papers?|articles?|publications?|works?|stud(?:y|ies)|abstracts?)"
    rf"(?: (?:{_HERE}|you have|do you have|of {LIBRARY}|there is))?",
    # The same in Chinese.
    r"(?:这个|你的|本|我的)?(?:文献库|论文库|资料库|数据库|库|合集)(?:里|中|里面)?(?:都)?有"
    r"(?:什么|哪些)(?:内容|东西)?",
    r"(?:介绍|总结|概括)(?:一下)?(?:这个|本|我的)?(?:文献库|论文库|资料库|库)",
    r".{0,8}(?:库|论文|文献)(?:里|中)?(?:都)?(?:涵盖|包括|包含|涉及|覆盖|有)(?:了)?(?:哪些|什么)"
    r"(?:主题|领域|方向|话题|年份|年代|会议|期刊|作者)",
    r"(?:涵盖|包括|涉及|有)(?:了)?(?:哪些|什么)(?:主题|领域|方向|话题|年份|会议|期刊)",
)
_IS_ABOUT_LIBRARY = re.compile("|".join(_ABOUT), re.I)


def small_talk_of(text: str) -> Topic | None:
    """What a greeting, thanks, or a question to the tool about itself is about; else None."""
    whole = _topic(_bare(text))
    if whole is not None:
        return whole
    parts = [bare for part in re.split(r"[.!?,;。！？，]+", text) if (bare := _bare(part))]
    topics = [_topic(part) for part in parts]
    return topics[-1] if topics and None not in topics else None


def _topic(bare: str) -> Topic | None:
    return next((topic for topic, says in _SAYS.items() if says.fullmatch(bare)), None)


def is_about_library(text: str) -> bool:
    """Whether a text asks about the library as a whole."""
    return bool(_IS_ABOUT_LIBRARY.fullmatch(_bare(text)))


def _bare(text: str) -> str:
    """Without punctuation around it and "please" after it."""
    bare = re.sub(r"^[\W_]+|[\W_]+$", "", " ".join(text.split()))
    return re.sub(r"[, ]+please$", "", bare, flags=re.I)
