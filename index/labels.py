"""What to call a paper: its title, or a few words from its abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.papers import Record

LONGEST = 60  # characters

_NAME = (
    r"(?:[A-Z][\w.@+-]*[A-Z0-9@+][\w@+-]*|[A-Z]{2,}[\w@+-]*|[a-z]+[@+-]?[A-Z][\w@+-]*"
    r"|[a-z]+@[a-z]\w*)(?:'s)?"
)
_CAPITALISED = r"[A-Z][\w-]+(?:[ -](?:of|for|and|with|via|in|the|to|by|[A-Z0-9][\w-]*))*"
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“(])")
_SUBJECT = r"\b(?:we|paper|work|article|study|authors?|here)\b[^.;:]{0,60}?\b"
_PROPOSAL = re.compile(
    rf"{_SUBJECT}(?:(?:propos|introduc|devis|formulat|describ|creat|contribut|releas)(?:es?|ed)"
    r"|(?:present|develop|design|unveil|construct|offer)(?:s|ed)?|builds?|built"
    r"|by (?:introducing|proposing))\s+(?:and \w+ )?",
    re.I,
)
_STUDY = re.compile(
    rf"{_SUBJECT}(?:stud(?:y|ies|ied)|(?:investigat|analy[sz]|examin|explor|formali[sz]|prov)es?"
    r"|(?:address|establish)(?:es)?|(?:revisit|consider|show|find|tackle|characteri[sz]e|provide"
    r"|demonstrate)s?|identif(?:y|ies))\s+(?:and \w+ )?(?:that\s+)?",
    re.I,
)
_CALLED = re.compile(
    r"\b(?:called|named|termed|dubbed|coined|denoted|abbreviated|known as|referred to as"
    r"|which we (?:call|term|name))(?: as| by)?\s+"
    rf"[\"“'‘]?(?P<name>{_NAME}|{_CAPITALISED})"
)
_DIRECT = re.compile(rf"[\"“'‘]?(?P<name>{_NAME}(?:[ -](?:{_NAME}|\d+))*)(?![\w-])")
_AFTER_NAME = re.compile(
    r"[\"”'’]?\s*(?:[,:.;(—–]|$|(?:is|that|which|to|for|as|by|with|and|-|in|on)\b)"
)
_ACRONYM = re.compile(
    r"(?P<long>[^,.;:()]{3,90}?)\s*\((?P<name>[A-Za-z][\w@+-]*[A-Z][\w@+.-]*)s?\)"
)
_EXPANDED = re.compile(r"\s*\((?P<long>[A-Z][^()]{6,})\)")
_IS_A = re.compile(
    r"[\"”'’]?\s*(?:[,:—–]|\s-\s|is|\([^()]{1,80}\)\s*[,:—–]?)\s*(?:a|an|the|our)\s+"
    r"(?P<what>[^.;:()]{4,})"
)
_COLON = re.compile(rf"(?:^|[.:]\s)(?P<name>{_NAME}): (?=[A-Za-z])")
_DETERMINER = re.compile(
    r"\A(?:(?:a|an|the|our|this|two|three|several|both|what we (?:call|term))\s+)+", re.I
)
_PRAISE = re.compile(
    r"\A(?:(?:novel|new|simple|first|effective|efficient|principled|practical|general|unified"
    r"|powerful|plug-and-play|lightweight|yet|but|and|comprehensive|training-free|systematic|robust"
    r"|scalable|large-scale|innovative|flexible|fast|generic|straightforward|end-to-end|rigorous"
    r"|(?:method|approach|framework|model|algorithm|dataset|benchmark)"
    r"(?= [a-z]*(?-i:[A-Z])))[, ]+)+",
    re.I,
)
_HARD_END = re.compile(r",(?!\d)|[;:()]|\.(?:\s|$)|\s[—–-]\s")
_SOFT_END = re.compile(
    r"\s(?:that|which|who|where|whose|when|while|by|using|based|capable|aimed|designed|to|we|is|are"
    r"|can|under|through|via|inspired|trained|leveraging|built|called|named|termed|dubbed)\s"
)
_NO_NOUN = re.compile(
    r"(?:to|for|of|on|in|via|that|this|these|how|what|its|their|and|by|with|from|allows?|runs?|is|are"
    r"|it|they|which|whether|as|at|containing|leveraging|introducing|not)\b|\W",
    re.I,
)
_WEAK_END = re.compile(
    r"\s+(?:a|an|the|of|for|and|or|to|in|on|with|by|from|that|which|as|at|is|are|its|their|under"
    r"|into|how|between|given)$",
    re.I,
)
_COMMON = frozenset(
    """AI ML DL RL NLP CV LLM LLMs VLM VLMs MLLM MLLMs GNN GNNs CNN CNNs RNN DNN DNNs MDP MDPs KL
    RAG GPU SGD SOTA PDE PDEs ODE GAN GANs VAE IL OOD QA API GPT CLIP BERT ViT VLA VLAs LVLM LVLMs
    LRM LRMs SFT PPO DPO RLHF MARL IRL ERM MCTS MCMC GP GPs SNN SNNs 3D 2D CoT ICL MoE SSM SSMs SSL
    FL DP TTS ASR ECG EEG MRI SDE SDEs MLP MLPs NeRF LoRA PEFT""".split()
)


def label_for(record: Record) -> str:
    """The title if there is one, else at most 60 characters that tell the paper from others.

    Without a title that is the name of what the abstract proposes, with a few words of what it
    is (`SyVLA: robust VLA model`), else what it proposes or studies, else its first words.
    """
    return record.title or label_from_abstract(record.abstract)


def label_from_abstract(abstract: str) -> str:
    """A label of at most 60 characters for a paper of which the abstract alone is known."""
    sentences = _SENTENCE.split(abstract)
    for start, clause in _clauses(sentences, _PROPOSAL):
        named = _named(clause, earlier=abstract[:start])
        if named:
            return named
    colon = _COLON.search(abstract)
    if colon and colon["name"] not in _COMMON:
        return colon["name"]
    for pattern in (_PROPOSAL, _STUDY):
        for _, clause in _clauses(sentences, pattern):
            phrase = _phrase(clause)
            if len(phrase.split()) >= 3 and not _NO_NOUN.match(phrase):
                return _capitalised(_shorten(phrase))
    return _shorten(sentences[0])


def _clauses(sentences: list[str], verb: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """What follows the verb in each sentence that has it, and where the sentence starts."""
    at = 0
    for sentence in sentences:
        found = verb.search(sentence)
        if found:
            yield at, sentence[found.end() :]
        at += len(sentence) + 1


def _named(clause: str, earlier: str) -> str | None:
    """The name of what is proposed, with what it is, if the clause gives a name."""
    whole = _DETERMINER.sub("", clause)
    bare = _PRAISE.sub("", whole)
    direct = _DIRECT.match(bare)
    if direct and _is_new(direct["name"], earlier):
        rest = bare[direct.end("name") :]
        if _AFTER_NAME.match(rest):
            expanded, what = _EXPANDED.match(rest), _IS_A.match(rest)
            more = expanded["long"] if expanded else _phrase(what["what"]) if what else ""
            return _with(direct["name"], more)
    acronym = _ACRONYM.search(bare)
    if acronym and acronym.start() < 90 and _is_new(acronym["name"], earlier):
        words = _expansion(acronym["long"], acronym["name"])
        # Further on in the sentence, acronyms of what is merely used are explained too.
        if words and (words[0].isupper() or len(words.split()) >= len(acronym["long"].split()) - 1):
            return _with(acronym["name"], words)
    called = _CALLED.search(clause)
    if called and _is_new(called["name"], earlier):
        return _with(called["name"], _phrase(clause[: called.start()]))
    return None


def _is_new(name: str, earlier: str) -> bool:
    """Whether a name is the paper's own: neither in common use nor mentioned before."""
    name = name.removesuffix("'s")
    return name not in _COMMON and not re.search(rf"\b{re.escape(name)}\b", earlier)


def _expansion(text: str, acronym: str) -> str | None:
    """The last words of `text` that an acronym abbreviates, if they do."""
    words = text.split()
    initials = re.sub(r"[^A-Za-z]", "", acronym).lower()
    for count in range(1, min(len(words), len(initials) + 3) + 1):
        tail = words[-count:]
        parts = [part for word in tail for part in re.split(r"[-–/]", word) if part]
        if parts[0][:1].lower() == initials[:1] and _abbreviates(initials, parts):
            return " ".join(tail)
    return None


def _abbreviates(initials: str, parts: list[str]) -> bool:
    joined = "".join(parts).lower()
    at = 0
    for letter in initials:
        at = joined.find(letter, at) + 1
        if at == 0:
            return False
    starts = "".join(part[0].lower() for part in parts)
    return sum(letter in starts for letter in initials) >= len(initials) * 0.5


def _with(name: str, what: str) -> str:
    """`SyVLA: robust VLA model`, as far as there is room for it."""
    name = name.removesuffix("'s")
    if len(name) > LONGEST:
        return _shorten(name)
    words = what.strip(" ,\"“”'’").rstrip(".").split()
    short = _shorten(" ".join(words), LONGEST - len(name) - 2)
    if len(short.split()) < 2 or _NO_NOUN.match(short):
        return name
    return f"{name}: {short}"


def _phrase(clause: str) -> str:
    """The noun phrase that a clause begins with."""
    bare = _PRAISE.sub("", _DETERMINER.sub("", clause))
    hard = _HARD_END.search(bare)
    bare = bare[: hard.start()] if hard else bare
    for soft in _SOFT_END.finditer(bare):
        if len(bare[: soft.start()].split()) >= 3:
            bare = bare[: soft.start()]
            break
    while (weak := _WEAK_END.search(bare)) is not None:
        bare = bare[: weak.start()]
    return bare


def _shorten(text: str, longest: int = LONGEST) -> str:
    """At most `longest` characters, cut between words."""
    text = text.strip(' ,.;:"“”')
    if len(text) <= longest:
        return text
    cut = text[: max(longest - 1, 0)]
    cut = cut[: cut.rfind(" ")] if " " in cut else cut
    clause = max(cut.rfind(mark) for mark in ",;:(")
    cut = cut[:clause] if clause > longest // 2 else cut
    while (weak := _WEAK_END.search(cut)) is not None:
        cut = cut[: weak.start()]
    return f"{cut.rstrip(' ,;:(')}…"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:] if text[1:2].islower() else text
