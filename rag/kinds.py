"""Which sort of answer a question wants, told from its words in English or Chinese."""

from __future__ import annotations

import re
from typing import Literal

from rag.described import described_pair
from rag.names import names_of
from rag.small_talk import LIBRARY, is_about_library, small_talk_of

Kind = Literal["fact", "summary", "comparison", "list", "count", "similar", "small talk", "library"]

# What papers are called in a question; `methods` are asked for like papers, with more care.
PAPERS = (
    r"(?:papers?|abstracts?|articles?|stud(?:y|ies)|publications?|preprints?|manuscripts?"
    r"|works?(?! (?:well|better|best))|literature|research|references?)"
)
_MANY_PAPERS = r"(?:papers|abstracts|articles|studies|publications|preprints|manuscripts|works)"
# What else a library's papers are called, where something else tells that they are meant.
_ENTRIES = r"(?:entries|items|documents|texts|records|ones)"
_SPEAK = (
    r"(?:are (?:on|about)|talk about|speak of|deal with|mention|discuss|cover|treat|address"
    r"|have to do with|come with|give|release|use)"
)
_METHODS = r"(?:methods|approaches|techniques|algorithms)"
# What a verb is not, of which methods are the subject.
_NO_VERB = (
    r"(?:is|are|was|were|do|does|did|has|have|had|of|in|for|can|could|should|would|will|to|used)\b"
)
_SOME = r"(?:(?!(?:is|are|was|were|do|does|did|has|have)\b)[\w’'-]+[- ]){0,4}"
_HAN_PAPERS = r"(?:论文|文章|工作|研究|文献|摘要)"

_COURTESY = re.compile(
    r"^(?:(?:hi|hello|hey|ok(?:ay)?|so|well|great|thanks|thank you|good (?:morning|evening))\b"
    r"(?: there| again| so much)?[,.!:; ]+"
    r"|(?:please|kindly|now|just)\b[, ]*"
    r"|(?:can|could|would|will|do) you (?:please |kindly |maybe |perhaps |also )?"
    r"(?=\w+ me\b|tell|show|list|find|give|name|say|help|explain|compare|contrast|summ?[ae]"
    r"|sum up|describe|count|know|recommend|suggest|search|look|write|provide|point|mind)"
    r"|(?:help me (?:to )?|know |tell (?:me|us)(?: about)?|let me know |say |mind telling me )"
    r"[:, ]*(?=wh|how|if|any|the papers|papers)"
    r"|i(?:['’]d| would)? (?:like|love|want|need|wish) (?:you )?to (?:know|see|understand|learn"
    r"|find out|ask)\b(?: you)?[, :]*(?=\w)"
    r"|i(?:['’]d| would)? (?:like|love|want|need|wish) (?:you )?to (?=\w)"
    r"|i(?:['’]m| am| was)? (?:wonder(?:ing)?|curious|not sure|interested to know"
    r"|trying to find out|trying to)[, ]*(?:about |if |whether )?(?=\w)"
    r"|(?:my )?question(?: is)?: *|quick question[:,. ]+"
    r"|in (?:\w+ ){1,3}(?:sentences?|words?|lines?|paragraphs?)[,:]+ *"
    r"|请问?(?:你|您)?(?:能不能|能否|可以)?|能不能|能否|麻烦(?:你|您)?|我想(?:知道|了解|问一下|问)?"
    r"|告诉我|帮我)[，, ]*",
    re.I,
)
_SENTENCES = re.compile(
    r"(?<!\bvs\.)(?<!\be\.g\.)(?<!\bal\.)(?<=[.?!;。？！；])(?:\s+|(?<=[。？！；]))(?=\S)"
)

_COUNT = re.compile(
    rf"\b(?:how many|(?:what|which) (?:number|share|proportion|percentage|fraction) of"
    rf"|(?:the )?number of|count(?: up)?)\s+(?:all\s+)?(?:of\s+)?(?:the\s+|these\s+|those\s+)?"
    rf"{_SOME}{PAPERS}\b(?!\s+(?:did|does|were (?:included|reviewed|used)|was)\b)"
    rf"|\bhow many of (?:them|these|those)\b|\bhow many (?:are|were) (?:there )?(?:from|by|in) \d"
    rf"|\b(?:in|for|from|by) how many (?:of (?:the|these|our|my) )?{_SOME}{_MANY_PAPERS}\b"
    rf"|^how many {_METHODS} (?!{_NO_VERB})\w+"
    rf"|^how many (?:of the )?(?:{_ENTRIES} )?(?:{_SPEAK}|do not|don['’]t)\b"
    rf"|多少(?:篇|{_HAN_PAPERS})|几篇",
    re.I,
)
_HOLDS = re.compile(rf"\bhow many {_SOME}{PAPERS} do(?:es)? (?:you|we|i|it|{LIBRARY})\b", re.I)
_OF_THEM = r"of (?:them|these|those|the (?:two|three|four|five))(?: papers| ones)?"
_LIST = re.compile(
    # what is the newest paper on …, what are the latest three papers that …
    r"^(?:(?:which|what)(?:['’]s| is| are| was| were)?|show me|give me|name|find|list) (?:the )?"
    rf"(?:\w+ )?(?:newest|latest|most recent|oldest|earliest)(?: \w+)?(?: [\w-]+)? {PAPERS}\b"
    # which of them …
    rf"|^(?:which|what)(?: ones| papers)? {_OF_THEM} (?!(?:is|was|does|did|has|had|do|be)\b)\w+"
    # which papers …, list all papers …, show me some work …
    r"|^(?:(?:which|what|list|show|find|name|give|get|enumerate|recommend|suggest|display|return"
    r"|search(?: for)?|look(?:ing)? for|point)\b\s*(?:me|us)?\s*(?:to|up|out)?\s*"
    rf"(?:(?:all|any|some|every|each|more|other)\s+)?(?:of\s+)?(?:the\s+|these\s+|those\s+)?{_SOME}"
    rf"(?!(?:study|paper|abstract|article|publication|work|research)\b(?!\s+(?:is|has|exists)"
    rf"|\s+(?:on|about|into|that)))"
    rf"{PAPERS}\b(?!\s+(?:did|does|do (?:the|they)|is (?:this|that|it)|was)\b)"
    # are there any papers …, do any papers …, is there a paper …
    rf"|(?:are|is) there\s+{_SOME}{PAPERS}\b|(?:do|does|did|have|has) any\s+{_SOME}{PAPERS}\b"
    rf"|any(?:thing)?\s+{_SOME}(?:{PAPERS}\s+)?(?:on|about|that|which|using|with|by|from)\b"
    # papers about …, all work on …
    rf"|(?:all\s+|the\s+|every\s+)?{_SOME}(?:papers|articles|abstracts|studies|publications)\s+"
    r"(?:on|about|that|which|using|with|without|by|from|in|at|where|whose|dealing|related"
    r"|published)\b"
    rf"|(?:i(?:['’]m| am)?\s+)?(?:need|want|looking for|look for|searching for|after|collecting"
    rf"|interested in)\s+{_SOME}{PAPERS}\b"
    r"|what(?:['’]s| has| have| is)(?: been| being)? (?:done|written|published|researched)"
    r" (?:on|about|for|in)\b"
    r"|who(?: else)? (?:works|has worked|worked|is working|writes|wrote about|studies) on\b"
    rf"|(?:which|what)\s+{_METHODS}\s+(?:are there|exist|(?!{_NO_VERB})\w+)"
    # in which papers …, for which of the works …
    rf"|(?:in|for|from|by) (?:which|what) (?:of (?:the|these|our|my) )?{_SOME}{_MANY_PAPERS}\b"
    # what are the papers on …
    rf"|(?:what|which) are (?:all )?(?:the |these |our |my )?{_SOME}{_MANY_PAPERS} (?:on|about|that"
    r"|which|with|without|using|from|by|in)\b"
    # everything on …, what do you have on …
    r"|(?:(?:list|show|give|find|get)(?: me)? )?(?:everything|all (?:there is|(?:you|we|i) have))"
    r" (?:on|about)\b"
    r"|what(?: else)? (?:is there|do (?:you|we|i) have|have (?:you|we|i) got) (?:on|about)\b"
    # which entries are about …, which ones release their code
    rf"|(?:which|what|list|show me|find) (?:all )?(?:the )?{_ENTRIES} (?:that )?{_SPEAK}\b)"
    rf"|最(?:新|早)的?.{{0,12}}{_HAN_PAPERS}|哪些.{{0,12}}{_HAN_PAPERS}|{_HAN_PAPERS}(?:都)?有哪些|哪几篇|有没有.{{0,30}}{_HAN_PAPERS}"
    rf"|(?:列出|列举|找出|查找|找一下|给出|推荐).{{0,40}}{_HAN_PAPERS}|关于.{{1,30}}的{_HAN_PAPERS}$"
    rf"|有.{{0,20}}{_HAN_PAPERS}吗",
    re.I,
)
# A sentence that asks for papers in other than its first words ("…, which papers should I read").
_LIST_WITHIN = re.compile(
    rf"\b(?:which|what)\s+(?:of\s+the\s+|of\s+these\s+)?{_SOME}"
    r"(?:papers|articles|abstracts|studies|publications)\b"
    r"(?!\s+(?:did|does|do (?:the|they)|is|was)\b)",
    re.I,
)
# What points back at a paper that was spoken of.
POINTER = (
    r"(?:this|that|it|these|those|them|the (?:paper|one|last|first|second|third|former|latter"
    r"|same|above))\b"
)
_ALIKE = (
    r"(?:similar to|like|akin to|close(?:st)? to|comparable (?:to|with)|resembling|near(?:est)?)"
)
_SIMILAR = re.compile(
    rf"^(?:.*\b)?(?:{PAPERS}|anything|something|what else|{_METHODS}|more|others|ones)\s+"
    rf"(?:(?:that|which|are|is|there|most|very|closely|quite|else)\s+)*{_ALIKE}\s+(?!(?:to )?\d)\w"
    rf"|\b(?:similar|alike|related|neighbou?ring)\s+{PAPERS}\s*(?:to|as|for|of|by|$|[?.!])"
    rf"|\bmore (?:of (?:these|those|this kind)|like (?:this|that|these|it))\b"
    rf"|\b{PAPERS}\s+(?:(?:that|which|are|is|most|closely)\s+)*related to {POINTER}"
    r"|^what(?:['’]s| is| are|)\s+(?:most |closely )?(?:similar to|akin to|related to)\s+\w"
    rf"|\b{PAPERS}\b.*\b(?:the same|similar|a similar|related) (?:methods?|approach(?:es)?"
    r"|techniques?|problems?|tasks?|results?|findings?|ideas?)\s+(?:to|as|like)\b"
    r"|\b(?:nearest )?neighbou?rs of\b|\bwhat (?:should|can|could) i read (?:next|after)\b"
    rf"|(?:类似|相似|相近|相关)的{_HAN_PAPERS}|(?:与|和|跟|同).{{1,30}}(?:类似|相似|相近)",
    re.I,
)
_NOT_SIMILAR = re.compile(
    r"^how (?:similar|close|related|alike)\b|^(?:why|when|who|how|does|do) ", re.I
)
_DIGEST = r"(?:summary|summaries|overview|gist|synopsis|digest|outline|recap|tl;?dr)"
_ESSENCE = (
    r"(?:(?:main|key|core|central|major|most important) )?(?:points?|ideas?|contributions?"
    r"|findings?|takeaways?|messages?|results? and methods?|insights?)"
)
_TO_ME = r"(?:,? (?:to me|briefly|in (?:[\w-]+ ){1,3}(?:sentences?|words?|lines?)|please))*"
_SUMMARY = re.compile(
    r"^(?:briefly |shortly |quickly )?(?:summ?[ae]ri[sz]e|sum (?:it |this |that )?up|sum up|recap"
    r"|outline|condense|boil down|walk me through)\b"
    r"|\b(?:please|and|then|to|you) (?:briefly )?(?:summ?[ae]ri[sz]e|sum up)\b"
    rf"|^(?:an?|the|give|write|show|provide|make|get|i want|i need|want|need|short|brief|quick"
    rf"|concise|one[- ]\w+|two[- ]\w+)\b(?: (?:me|us))?(?: (?:an?|the))?(?: [\w-]+){{0,3}}?"
    rf" {_DIGEST}\b|^{_DIGEST}\b|\b(?:tl;?dr|in a nutshell)\W*$"
    rf"|^what(?:['’]s| is| are) the (?:gist|summary|essence|{_ESSENCE}) (?:of|in|behind)\b"
    rf"|^(?:the |give me the |list the |name the )?(?:main|key|core|major) {_ESSENCE} (?:of|in)\b"
    r"|^what(?:['’]s| is| are| was) (?!the (?:difference|number))[^,;]{1,80}?\babout\W*$"
    r"|^what (?:does|do|did) [^,;]{1,60}\b(?:paper|article|study|work|abstract|they|it|authors?)"
    r" (?:say|argue|do|propose|present|contribute|describe|cover|show)\W*$"
    r"|^(?:tell me |talk )?(?:more )?about (?:the|this|that) [^,;?]{0,60}"
    r"\b(?:paper|article|study)\W*$"
    r"|^(?:explain|introduce|present) (?:the|this|that) (?:[\w-]+ ){0,4}(?:paper|article|study)"
    rf"{_TO_ME}\W*$"
    r"|^(?:briefly |shortly )?describe (?:to me )?(?:the|this|that) (?:[\w-]+ ){0,4}(?:paper"
    rf"|article|study|work)(?: (?:on|about|that|which|by|in which|where|of)\b.*)?{_TO_ME}\W*$"
    r"|\b(?:short|brief|quick|concise) (?:description|account|sketch|introduction) (?:of|to)\b"
    rf"|^what (?:do|does|did) (?:(?:the|these|those|all|my|our|your)\s+)?{_SOME}"
    r"(?:papers|abstracts|articles|studies|publications|works|literature)"
    r" (?:say|report|tell|find|conclude|suggest|show|know|state)\b.*\b(?:on|about|of|regarding)\b"
    r"|^what(?:['’]s| is| has been) (?:known|said|found|reported) (?:on|about|of|regarding)\b"
    r"|总结|概括|概述|介绍一下|简(?:要|单)介绍|主要(?:内容|贡献|观点)|讲了什么|说了什么|讲的是什么"
    rf"|{_HAN_PAPERS}的摘要",
    re.I,
)
_BETTER = (
    r"(?:better|worse|faster|slower|larger|smaller|bigger|cheaper|newer|older|more|less|fewer"
    r"|higher|lower|stronger|best|fastest)"
)
# To compare is what the question asks for, not what it mentions ("compared to its baseline").
_COMPARISON = re.compile(
    r"^(?:briefly )?(?:compare|contrast)\b(?!-)"
    r"|(?:[.;:,!]\s*|\b(?:please|you|and|then)\s+)(?:compare|contrast)\b(?!-)"
    r"|^(?:(?:give|show|make|write|i want|i need)(?: me)? )?(?:an? |the )?(?:[\w-]+ )?comparison"
    r" (?:of|between)\b"
    r"|\b(?:versus|vs\.?)\s|\b(?:differences?|similarities|trade[- ]?offs?|distinction) between\b"
    r"|\bhow (?:do(?:es)?|did|is|are)\b.*\b(?:differ|different from)\b"
    r"|\bwhat (?:distinguishes|separates|sets)\b.*\b(?:from|apart)\b"
    r"|\b(?:advantages?|benefits?|drawbacks?|disadvantages?) of\b.*\bover\b"
    r"|\bpros and cons of\b.*\b(?:against|over|versus|compared|relative)\b"
    r"|\bhave in common\b|^(?:how|where|in what|on what)\b.*\band\b.*\b(?:dis)?agree\W*$"
    r"|^(?:how|in what (?:ways?|respects?)) (?:is|are) .* unlike\b"
    r"|\bwhat (?:does|do|can)\b.* that .*(?:n['’]t|\bnot|\bcannot)\W*$"
    r"|\bstacks? up against\b|\bstack up\W*$"
    r"|^(?:put|set|show|place|line up) .*(?:\bside by side\b|\bnext to\b|,.*\band\b)"
    # "How do A and B each …", "what is each one's …", "how do these two works …"
    r"|^(?:how|what|where|why)\b[^?]* (?:do|does|did|are|is)\b.*\band\b.*\beach\b"
    r"|\beach (?:one|paper|work|study)['’]s\b|\bwhat (?:is|are) each\b"
    rf"|\b(?:these|those|the) (?:two|three|four) {_MANY_PAPERS}\b"
    rf"|\b(?:which|what)\b[^?]*\b{_BETTER}\b[^?]*[,:]\s*[^?,]+\bor\b"
    rf"|^[^?:,]+\b(?:or|and)\b[^?:,]+[:,?]\s*(?:which|what)(?: one)?\b(?: \w+){{1,3}} {_BETTER}\b"
    r"|\bwhat (?:does each|do (?:both|the two))\b"
    r"|比较(?![好大小高低快慢多少常简困容])|对比|区别|异同|有(?:什么|何|哪些)(?:不同|差异|差别)",
    re.I | re.S,
)
_COMPARES = re.compile(
    r"^how (?:do(?:es)?|did)\b.*\b(?:compare|relate) (?:to|with|against)\s+(?P<other>.+)", re.I
)
# "Do BERT and GPT-3 use the same architecture?", "Give me a table of ResNet and VGG"
_OF_BOTH = re.compile(
    r"^(?:do|are|did|were|can|have) (?P<both>both )?(?P<one>.{2,60}?) and (?P<other>.{2,60}?)"
    r"(?(both)\s.*|\b.*\b(?:the same|alike|similar|equal|identical|different)\b)"
    r"|^(?:give|show|make|draw)(?: me)? an? (?:\w+ )?table (?:of|with|for) (?P<first>.+?)"
    r"(?:,| and )(?P<second>.+)",
    re.I,
)

# Words whose misspellings would hide what is asked.
_KEYWORDS = tuple(
    """which papers paper articles abstracts studies compare comparison difference differences
    between summarize summarise summary similar overview many""".split()
)


# "Tell me about LoRA", which is no courtesy as in "tell me about the learning rate of Adam".
_TELL_ABOUT = re.compile(
    r"^\W*(?:(?:can|could) you )?(?:please )?tell (?:me|us)"
    r" (?:a bit |a little |something |more )?about (?P<what>"
    r"(?:(?!(?:of|in|on|how|why|what|which|its|their|this|that)\b)[\w+@&-]+\s*){1,4})\W*$",
    re.I,
)


def kind_of(text: str) -> Kind:
    """The kind of answer a question wants; of several sentences the last that tells decides."""
    told = _TELL_ABOUT.match(text)
    if told and any(name.sure for name in names_of(f"of {told['what']}")):
        return "summary"
    kinds = [_kind(sentence) for sentence in _sentences(text)]
    telling = [kind for kind in kinds if kind not in {"fact", "small talk"}]
    if telling:
        return telling[-1]
    if described_pair(without_courtesy(text)):
        return "comparison"
    return "small talk" if kinds and all(kind == "small talk" for kind in kinds) else "fact"


def asking_sentence(text: str, *kinds: Kind) -> str:
    """The sentence that asks for one of these kinds, without courtesies; all where none does."""
    sentences = _sentences(text)
    asking = [sentence for sentence in sentences if _kind(sentence) in kinds]
    return asking[-1] if asking else " ".join(sentences)


def _sentences(text: str) -> list[str]:
    whole = without_courtesy(_corrected(text))
    if small_talk_of(text):
        return [text]
    found = [without_courtesy(part) for part in _SENTENCES.split(whole)]
    return [part for part in found if re.search(r"\w", part)] or [text]


def _kind(text: str) -> Kind:
    if small_talk_of(text):
        return "small talk"
    if is_about_library(text):
        return "library"
    if _COUNT.search(text) or _HOLDS.search(text):
        return "count"
    if _SIMILAR.search(text) and not _NOT_SIMILAR.search(text):
        return "similar"
    if _COMPARISON.search(text) or _compares(text):
        return "comparison"
    if _SUMMARY.search(text):
        return "summary"
    if _LIST.search(text) or _LIST_WITHIN.search(text):
        return "list"
    return "fact"


_A_PAPER = re.compile(
    r"it\b|them\b|the other|(?:the|that|this) (?:[\w-]+ ){0,4}(?:paper|study|article|work)\b", re.I
)


def _compares(text: str) -> bool:
    """Whether two are named: "How does A compare with B?", where B is no "earlier systems"."""
    if both := _OF_BOTH.search(text):
        two = both["one"] or both["first"], both["other"] or both["second"]
        return all(any(name.sure for name in names_of(f"of {each}")) for each in two)
    found = _COMPARES.search(text)
    if found is None:
        return False
    other = found["other"]
    return bool(names_of(f"with {other}")) or bool(_A_PAPER.match(other))


def without_courtesy(text: str) -> str:
    """A question without "Could you please tell me …"."""
    while True:
        shorter = _COURTESY.sub("", text, count=1).strip()
        if shorter == text or not re.search(r"\w", shorter):
            return text
        text = shorter


def _corrected(text: str) -> str:
    """The words that tell what is asked, spelled right: "wich papres" asks for papers."""

    def correct(match: re.Match[str]) -> str:
        word = match.group()
        folded = word.casefold()
        if folded in _KEYWORDS:
            return word
        return next((right for right in _KEYWORDS if _slip(folded, right)), word)

    return re.sub(r"[A-Za-z]{4,}", correct, text)


def _slip(word: str, right: str) -> bool:
    """Whether a word is another with a letter lost, doubled, or two neighbours exchanged."""
    if word[0] != right[0] and sorted(word[:2]) != sorted(right[:2]):
        return False
    if len(word) == len(right):
        swaps = (
            right[:i] + right[i + 1] + right[i] + right[i + 2 :] for i in range(len(right) - 1)
        )
        return word in swaps
    if len(word) == len(right) - 1:
        # "paper" and "papers" are both words; so are "difference" and "differences".
        return any(right[:i] + right[i + 1 :] == word for i in range(len(right) - 1))
    if len(word) == len(right) + 1:
        return any(word[:i] + word[i + 1 :] == right for i in range(1, len(word) - 1))
    return False
