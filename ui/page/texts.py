"""The words on the page, in English and Chinese."""

from __future__ import annotations

from typing import Literal

from ui.page.library_texts import LIBRARY_TEXTS

Language = Literal["en", "zh"]
LANGUAGES: dict[Language, str] = {"en": "English", "zh": "中文"}

_TEXTS: dict[str, tuple[str, str]] = {
    # The frame
    "tagline": (
        "Ask your papers. Every sentence is cited and checked.",
        "向你的论文提问，每句话都有引用、经过核对。",
    ),
    "tab_ask": ("Ask", "提问"),
    "tab_library": ("Library", "文献库"),
    "papers": ("{n} papers", "{n} 篇论文"),
    "papers_1": ("1 paper", "1 篇论文"),
    "model_loading": ("language model loading…", "语言模型加载中…"),
    "model_ready": ("{name}", "{name}"),
    "model_failed": ("no language model", "无语言模型"),
    "new": ("New conversation", "新对话"),
    "new_short": ("New", "新对话"),
    "theme": ("Light or dark", "明暗切换"),
    "user_name": ("Name", "用户名"),
    "password": ("Password", "密码"),
    "log_in": ("Log in", "登录"),
    "login_wrong": ("This name and password do not go together.", "用户名或密码不正确。"),
    "log_out": ("Log out", "退出登录"),
    "language": ("Language", "语言"),
    # Asking
    "question": ("Your question", "你的问题"),
    "placeholder": ("Ask about the papers…", "就这些论文提问…"),
    "follow_up": ("Ask a follow-up…", "继续追问…"),
    "ask": ("Ask", "提问"),
    "stop": ("Stop", "停止"),
    "mode": ("Answer", "回答方式"),
    "mode_written": ("Written answer", "撰写回答"),
    "mode_quoted": ("Quotations only", "仅摘原文"),
    "conversation": ("Conversation", "对话"),
    "you": ("You", "你"),
    # First visit
    "welcome": ("What do you want to know?", "你想了解什么？"),
    "welcome_text": (
        "Ask in your own words. The answer is written from the abstracts in this library, on "
        "this machine; each sentence names the abstract it rests on and was checked against it.",
        "用自己的话提问即可。答案在本机上依据库中的论文摘要写成，每句话都注明所依据的摘要，"
        "并与其核对。",
    ),
    "try": ("For example", "例如"),
    "empty": ("This library has no papers yet.", "文献库中还没有论文。"),
    "empty_text": (
        "Add a BibTeX, RIS, CSV or JSON file, a PubMed export, or a text file of abstracts, here "
        "or in the terminal: answerable add FILE",
        "可添加 BibTeX、RIS、CSV、JSON 文件、PubMed 导出或摘要文本，"
        "也可在终端运行：answerable add FILE",
    ),
    "add_now": ("Add papers", "添加论文"),
    "example_what": ("What is {label}, and what is it good for?", "{label} 是什么，有什么用处？"),
    "example_how_well": ("How well does {label} do?", "{label} 效果如何？"),
    "example_problem": ("Which problem does {label} solve?", "{label} 解决了什么问题？"),
    # What is happening
    "searching": ("Searching {n} papers", "正在检索 {n} 篇论文"),
    "loading": ("Loading the language model", "正在加载语言模型"),
    "reading": ("Reading", "正在阅读"),
    "writing": ("Writing", "正在撰写"),
    "checking": ("Checking each sentence", "正在逐句核对"),
    "wait_model": (
        "The language model is still loading; your question is asked as soon as it is there",
        "语言模型仍在加载，加载完成后立即回答你的问题",
    ),
    "wait_turn": (
        "Waiting: {n} questions are answered before yours",
        "排队中：前面还有 {n} 个问题",
    ),
    "wait_turn_1": (
        "Waiting: one question is answered before yours",
        "排队中：前面还有 1 个问题",
    ),
    "stopped": ("Stopped.", "已停止。"),
    "done": ("Answered in {s} s", "用时 {s} 秒"),
    "abstained_done": (
        "Searched in {s} s; no answer in the abstracts",
        "已检索 {s} 秒；摘要中没有答案",
    ),
    "unkept": (
        "This conversation is not kept: it is gone when the page is closed.",
        "此对话未能保存，关闭页面后将丢失。",
    ),
    "failed": ("This question could not be answered", "无法回答这个问题"),
    # The answer
    "supported": ("supported", "有据"),
    "partly": ("partly supported", "部分有据"),
    "unsupported": ("not supported", "无据"),
    "contradicted": ("contradicted", "与原文矛盾"),
    "all_supported": (
        "All {n} sentences are supported by the abstracts",
        "全部 {n} 句均有摘要支持",
    ),
    "one_supported": ("The sentence is supported by the abstract", "该句有摘要支持"),
    "some_supported": (
        "{k} of {n} sentences are fully supported by the abstracts",
        "{n} 句中有 {k} 句完全有摘要支持",
    ),
    "comparison": ("Comparison", "对比"),
    "dropped": ("{n} left out, for want of support", "{n} 句因无依据而未显示"),
    "understood": ("Understood as", "理解为"),
    "correct": ("Correct", "更正"),
    "draft": ("not checked yet", "尚未核对"),
    "no_answer": ("The abstracts here do not answer this", "这些摘要没有回答该问题"),
    "nearest": ("Nearest papers", "最接近的论文"),
    "searched": ("{n} papers were searched.", "已检索 {n} 篇论文。"),
    "searched_1": ("One paper was searched.", "已检索 1 篇论文。"),
    "searched_of": (
        "Of {m} papers, the {n} that the filters let through were searched.",
        "已检索 {m} 篇论文中符合筛选条件的 {n} 篇。",
    ),
    "unfilter_all": ("Remove the filters", "取消筛选"),
    "try_else": (
        "Try other words or a narrower question, or add papers that treat it.",
        "可换一种说法、缩小问题范围，或添加相关论文。",
    ),
    "source_n": ("Source {n}", "来源 {n}"),
    "retry": ("Ask again", "重新提问"),
    "retry_quoted": ("Answer in quotations", "用原文摘句回答"),
    "copy": ("Copy with citations", "复制（含引用）"),
    "copied": ("Copied", "已复制"),
    "show_sources": ("Sources ({n})", "来源（{n}）"),
    "edit": ("Edit question", "修改问题"),
    "only_these": ("Ask only these", "仅问这些论文"),
    "shorter": ("Shorter", "更短"),
    "more_detail": ("More detail", "更详细"),
    "export": ("Export", "导出"),
    "export_answer": ("This answer", "此回答"),
    "export_all": ("Whole conversation", "整个对话"),
    "export_table": ("The table", "此表格"),
    "export_cited": ("Cited papers", "所引论文"),
    # Filters
    "filters": ("Filters", "筛选"),
    "year_from": ("From year", "起始年份"),
    "year_to": ("To year", "截止年份"),
    "only": ("Only", "仅限"),
    "take_off": ("Remove filter", "移除筛选"),
    "any": ("any", "不限"),
    # Sources
    "sources": ("Sources", "来源"),
    "sources_none": (
        "The papers that an answer rests on appear here, with the sentences that support it.",
        "答案所依据的论文及其支持句会显示在这里。",
    ),
    "nothing_found": ("Nothing in the library is close to this.", "库中没有相近的内容。"),
    "evidence": ("Found", "检索到"),
    "cited": ("Cited", "引用"),
    "also_found": ("Also found", "另外检索到"),
    "abstract": ("Abstract", "摘要"),
    "open_paper": ("Open in library", "在文献库中打开"),
    "close": ("Close", "关闭"),
    # Library
    "find": ("Find papers", "查找论文"),
    "find_placeholder": (
        "Words in title, abstract, author, venue, year",
        "标题、摘要、作者、会议、年份",
    ),
    "sort": ("Sort by", "排序"),
    "sort_title": ("Title", "标题"),
    "sort_year": ("Newest first", "最新优先"),
    "sort_author": ("First author", "第一作者"),
    "shown_of": ("{k} of {n} papers", "{n} 篇中的 {k} 篇"),
    "more": ("Show more", "显示更多"),
    "title": ("Title", "标题"),
    "authors": ("Authors", "作者"),
    "year": ("Year", "年份"),
    "venue": ("Venue", "会议/期刊"),
    "link": ("Link", "链接"),
    "keywords": ("Keywords", "关键词"),
    "tags": ("Tags", "标签"),
    "from_file": ("From", "来自"),
    "paper_hint": ("Choose a paper to read its abstract.", "选择一篇论文以阅读摘要。"),
    "none_match": ("No paper matches.", "没有匹配的论文。"),
    "ask_about": ("Ask about this paper", "就此论文提问"),
    "summarise": ("Summarise", "总结"),
    "summarise_question": ("Summarise {label}.", "总结 {label}。"),
    "back": ("Back to the list", "返回列表"),
    "add_papers": ("Add papers: drop files here", "添加论文：将文件拖放到此处"),
    "adding": ("Adding…", "正在添加…"),
    "added": ("Added", "已添加"),
    "count_new": ("{k} new", "新增 {k} 篇"),
    "count_changed": ("{k} changed", "更新 {k} 篇"),
    "count_unchanged": ("{k} already here", "已有 {k} 篇"),
    "count_repeated": ("{k} twice in the file", "文件内重复 {k} 篇"),
    "count_duplicate": ("{k} of papers already here", "合并入已有论文 {k} 篇"),
    "count_left_out": ("{k} left out", "略过 {k} 条"),
    "why_left_out": ("What was left out, and why", "略过的记录及原因"),
    "too_many": (
        "At most {n} files at once; {k} were not read.",
        "一次最多 {n} 个文件；有 {k} 个未读取。",
    ),
    "remove": ("Remove", "移除"),
    "remove_really": ("Remove from the library", "确认从文献库移除"),
    "removed": ("“{label}” was removed.", "已移除“{label}”。"),
    "undo": ("Undo", "撤销"),
    # History
    "tab_history": ("History", "历史"),
    "history_find": ("Find conversations", "查找对话"),
    "history_find_placeholder": ("Words of a question or title", "问题或标题中的词"),
    "history_none": (
        "Conversations are kept here, on this machine.",
        "对话会保存在本机，并显示在这里。",
    ),
    "history_none_match": ("No conversation matches.", "没有匹配的对话。"),
    "questions": ("{n} questions", "{n} 个问题"),
    "questions_1": ("1 question", "1 个问题"),
    "rename": ("Rename", "重命名"),
    "delete": ("Delete", "删除"),
    "delete_really": ("Delete for good", "确认删除"),
    # Failures
    "ask_nothing": ("Type a question first.", "请先输入问题。"),
    **LIBRARY_TEXTS,
    "server_gone": (
        "The connection to Answerable was lost. It reconnects when the program runs again.",
        "与 Answerable 的连接已断开，程序重新运行后会自动恢复。",
    ),
}


def say(language: Language, key: str, **values: object) -> str:
    """The words for `key` in a language; a key with `_1` appended is its form for n = 1."""
    if values.get("n") == 1 and f"{key}_1" in _TEXTS:
        key = f"{key}_1"
    text = _TEXTS[key][0 if language == "en" else 1]
    return text.format(**values) if values else text


def number(value: int) -> str:
    """A count as it is written for people: 6,634."""
    return f"{value:,}"
