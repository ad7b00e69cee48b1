"""Greetings, thanks, and questions about the tool itself: a short true reply, without a model."""

from __future__ import annotations

from rag.events import TextSoFar
from rag.small_talk import Topic, small_talk_of
from rag.turns import Draft, Drafting, Turn

_ABOUT = (
    "I am Answerable. I answer questions about the {papers:,} papers of this library from their "
    "abstracts alone, and cite and check every sentence."
)
_TRUST = (
    "I find the papers that fit the question, a language model reads their abstracts and writes, "
    "and each sentence is then compared with the abstract it cites; what fails is dropped. I know "
    "the abstracts of this library and nothing else, and I can be wrong: the words that a sentence "
    "rests on are shown with it, so look at them."
)
_REPLIES: dict[Topic, str] = {
    "greeting": "Hello. Ask me about the {papers:,} papers of this library.",
    "thanks": "You are welcome.",
    "farewell": "Goodbye.",
    "nod": "Ask on whenever you like.",
    "identity": _ABOUT,
    "model": (
        "The language model that was set for this run; every answer names it (`model` in --json). "
        "`answerable models` lists those that are at hand, --model chooses one."
    ),
    "ability": (
        "Ask about the {papers:,} papers of this library in plain words:\n\n"
        "- a fact or an explanation (“How does … work?”)\n"
        "- a summary of a paper or of a topic\n"
        "- a comparison of two to six papers or methods\n"
        "- a list or a count over the whole library (“Which papers …?”, “How many papers …?”)\n"
        "- papers similar to one, by method, problem or result\n"
        "- what the library holds (“What topics are covered?”)\n\n"
        "Then ask on: “How fast is it?” means the papers just cited."
    ),
    "trust": _TRUST,
    "privacy": (
        "I search this library and nothing else. Questions and papers stay on this machine, unless "
        "a model or a database on a server was set."
    ),
    "language": (
        "Ask in English or in Chinese. The answer comes in your language; quotations stay as the "
        "abstracts have them."
    ),
}
_REPLIES_ZH: dict[Topic, str] = {
    "greeting": "你好。请就本文献库的 {papers:,} 篇论文提问。",
    "thanks": "不客气。",
    "farewell": "再见。",
    "nod": "请继续提问。",
    "identity": (
        "我是 Answerable。我只根据本文献库 {papers:,} 篇论文的摘要回答问题，"
        "每句话都有引用并经过核对。"
    ),
    "ability": (
        "请用自己的话就本文献库的 {papers:,} 篇论文提问：\n\n"
        "- 一个事实或解释\n- 一篇论文或一个主题的总结\n- 两到六篇论文或方法的比较\n"
        "- 对整个文献库的列举或计数（“哪些论文……？”“有多少篇……？”）\n"
        "- 与某篇论文类似的论文\n- 文献库的内容（“涵盖哪些主题？”）"
    ),
}


def reply(turn: Turn) -> Drafting:
    """Answer what was said to the tool itself."""
    topic = small_talk_of(turn.question.text) or "greeting"
    replies = _REPLIES_ZH if turn.question.language == "zh" else _REPLIES
    text = replies.get(topic, _REPLIES[topic]).format(papers=len(turn.library))
    turn.meter.first_word()
    yield TextSoFar(text)
    return Draft(remark=text, stands=True)
