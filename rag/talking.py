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
    "limits": (
        "I read titles, records and abstracts, not full texts, figures or references, and I know "
        "nothing else: no weather, no web, no general knowledge. I do not judge which paper is "
        "right or best, and I write nothing that no abstract states. Where the abstracts of the "
        "{papers:,} papers here hold no answer, I say so."
    ),
    "opinion": (
        "I do not judge papers. Ask for those on a topic, for the newest, or for what one of them "
        "reports, and judge by the sentences that I show."
    ),
    "doubt": (
        "Look at the sentences that the answer rests on: they are shown with it, and “How do you "
        "know?” brings more of them. If I took the question for another one, say “No, I meant …”, "
        "name the paper, or ask in other words."
    ),
    "memory": (
        "Within a conversation a question may lean on those before it (“How fast is it?”, “the "
        "second one”). Conversations are kept on this machine: `answerable conversations` lists, "
        "shows, exports and deletes them."
    ),
    "changing": (
        "A question changes nothing. `answerable remove` takes papers out of the library, "
        "`answerable conversations delete` deletes a conversation."
    ),
    "adding": (
        "`answerable add FILE …` adds papers from lists, reference managers and plain text; "
        "`answerable add --help` names the formats."
    ),
    "exporting": (
        "`answerable ask QUESTION --json` gives an answer as data, `answerable export` writes "
        "papers as a reference file, `answerable conversations export` a conversation."
    ),
    "storing": (
        "In the library's folder on this machine, which `answerable doctor` names. Nothing leaves "
        "the machine unless a model or a database on a server was set."
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
    "limits": (
        "我只读标题、记录和摘要，不读全文、图表或参考文献，也没有其他知识。"
        "我不评判哪篇论文最好，也不写摘要中没有的内容。"
        "这 {papers:,} 篇论文的摘要没有答案时，我会如实说明。"
    ),
    "doubt": (
        "请看回答所依据的句子：它们与回答一起显示，“依据是什么？”会给出更多。"
        "如果我理解错了，请指明论文，或换一种问法。"
    ),
    "changing": (
        "提问不会改变任何内容。`answerable remove` 移除论文，"
        "`answerable conversations delete` 删除对话。"
    ),
    "adding": "`answerable add FILE …` 添加论文；`answerable add --help` 列出支持的格式。",
    "exporting": (
        "`answerable export` 导出文献，`answerable conversations export` 导出对话，"
        "`answerable ask … --json` 以数据形式给出回答。"
    ),
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
