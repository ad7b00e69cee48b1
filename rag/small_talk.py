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
    "language",
]  # fmt: skip

_TALK: dict[Topic, tuple[str, ...]] = {
    "greeting": (
        r"(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day))"
        r"(?: there| all| everyone| everybody| again| answerable| friend| folks)?",
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
        r"well done|good (?:job|work|bot|to know)|never ?mind|sorry|lol|haha+",
        r"好的?|明白了?|知道了|不错|很好",
    ),
    "identity": (
        r"(?:who|what)(?: exactly)? (?:are|r) (?:you|u)(?: exactly)?|what(?:['’]s| is) your name",
        r"who (?:made|built|created|wrote|developed|trained) (?:you|this|answerable|this tool)",
        r"(?:are|is) (?:you|this) (?:an? |the )?(?:real |chat)?(?:bot|robot|ai|human|person"
        r"|machine|program|chatgpt|gpt|gpt-4|llm|language model|search engine|assistant)",
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
        r"where do(?:es)? your (?:answers?|knowledge|information|data) come from",
    ),
    "privacy": (
        r"(?:do|can|are) you (?:use|have|access|search|browse|connected to|on)(?: access to)?"
        r" (?:the )?(?:internet|web|online)|are you (?:online|offline)",
        r"(?:do you|does this) (?:send|share|store|upload|keep) (?:my )?"
        r"(?:data|questions?|papers?)(?: anywhere)?|is my data (?:safe|private)",
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
