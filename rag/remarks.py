"""What the program itself says of an answer, in the languages it can say it in."""

from __future__ import annotations

_REMARKS = {
    "abstained": {
        "en": "The abstracts in this library do not state an answer to that.",
        "zh": "本文献库中的摘要没有给出这个问题的答案。",
    },
    "closest": {
        "en": "Closest is what “{paper}” says: “{quote}”",
        "zh": "最接近的是“{paper}”中的一句：“{quote}”",
    },
    "nearest": {"en": "Nearest papers: {papers}.", "zh": "最接近的论文：{papers}。"},
    "unmentioned": {
        "en": "None of the papers found mentions {names}.",
        "zh": "找到的论文都没有提到 {names}。",
    },
    "or": {"en": " or ", "zh": " 或 "},
    "between": {"en": "; ", "zh": "；"},
    "about": {"en": "{question} (about {papers})", "zh": "{question}（关于{papers}）"},
    "and": {"en": " and ", "zh": "和"},
    "and_more": {"en": " and {count} more", "zh": "等另外 {count} 篇"},
    "as_before": {
        "en": "{question} (as before: {before})",
        "zh": "{question}（同前：{before}）",
    },
    "no_such_source": {
        "en": "The last answer has no source with the number {numbers}.",
        "zh": "上一个回答中没有编号为 {numbers} 的来源。",
    },
    "no_field": {
        "en": "The record of “{paper}” has no {field}.",
        "zh": "“{paper}”的记录中没有{field}。",
    },
    "authors": {"en": "authors", "zh": "作者"},
    "year": {"en": "year", "zh": "年份"},
    "venue": {"en": "venue", "zh": "发表期刊或会议"},
    "identifier": {"en": "DOI or arXiv id", "zh": " DOI 或 arXiv 编号"},
    "wrote": {"en": "“{paper}” was written by {value}.", "zh": "“{paper}”的作者是 {value}。"},
    "appeared_when": {"en": "“{paper}” appeared in {value}.", "zh": "“{paper}”发表于 {value} 年。"},
    "appeared_where": {"en": "“{paper}” appeared in {value}.", "zh": "“{paper}”发表于 {value}。"},
    "identified": {"en": "“{paper}” has {value}.", "zh": "“{paper}”的编号：{value}。"},
    "nothing_asked": {
        "en": "Nothing was asked before that. Ask a question first.",
        "zh": "之前还没有提问。请先提一个问题。",
    },
    "as_short": {
        "en": "What passed its check cannot be said in fewer sentences.",
        "zh": "通过核查的内容无法用更少的句子表达。",
    },
    "no_more": {
        "en": "The abstract says no more about it.",
        "zh": "摘要中没有更多相关内容。",
    },
    "in_english": {
        "en": "The answer is in English, as the abstracts are.",
        "de": "Die Antwort ist auf Englisch, wie die Zusammenfassungen der Arbeiten.",
        "fr": "La réponse est en anglais, comme les résumés des articles.",
        "es": "La respuesta está en inglés, como los resúmenes de los artículos.",
        "it": "La risposta è in inglese, come gli abstract degli articoli.",
        "pt": "A resposta está em inglês, como os resumos dos artigos.",
        "nl": "Het antwoord is in het Engels, net als de samenvattingen.",
        "ja": "論文の要旨が英語のため、回答も英語です。",
        "ko": "논문 초록이 영어이므로 답변도 영어입니다.",
        "ru": "Ответ на английском языке, как и аннотации статей.",
    },
    "problem": {"en": "Problem", "zh": "问题"},
    "method": {"en": "Method", "zh": "方法"},
    "data": {"en": "Data", "zh": "数据"},
    "results": {"en": "Results", "zh": "结果"},
    "cost": {"en": "Cost", "zh": "开销"},
    "limits": {"en": "Limits", "zh": "局限"},
    "code": {"en": "Code and data", "zh": "代码与数据"},
    "not_stated": {"en": "not stated in the abstract", "zh": "摘要中未说明"},
    "silent": {
        "en": "Not stated in the abstract of {papers}: {aspect}.",
        "zh": "{papers} 的摘要中未说明：{aspect}。",
    },
    "silent_on": {
        "en": "Not stated in the abstract: {aspects}.",
        "zh": "摘要中未说明：{aspects}。",
    },
    "what_was_asked": {"en": "what was asked", "zh": "所问内容"},
    "both_report": {
        "en": "All of these papers report on {names}.",
        "zh": "各篇都报告了结果的数据：{names}。",
    },
    "whereas": {"en": ", whereas ", "zh": "，而"},
    "none_called": {
        "en": "No paper here was found for “{name}”.",
        "zh": "这里没有找到“{name}”的论文。",
    },
    "one_to_compare": {
        "en": "Only one paper here fits what is to be compared: {paper}.",
        "zh": "这里只有一篇论文符合要比较的内容：{paper}。",
    },
    "only_so_many": {
        "en": "At most {count} papers are compared at once; these are the first.",
        "zh": "一次最多比较 {count} 篇论文；以下是前几篇。",
    },
    "drawn_on": {
        "en": "Drawn from {count} of the {total} papers: those that speak of {topic}.",
        "zh": "依据 {total} 篇论文中的 {count} 篇，即谈到“{topic}”的论文。",
    },
    "drawn_on_closest": {
        "en": "{found} of the {total} papers speak of {topic}; "
        "this is drawn from the {count} closest.",
        "zh": "{total} 篇论文中有 {found} 篇谈到“{topic}”；以下依据其中最相关的 {count} 篇。",
    },
    "drawn_on_near": {
        "en": "No paper speaks of {topic} in these words; this is drawn from the {count} nearest.",
        "zh": "没有论文直接谈到“{topic}”；以下依据最接近的 {count} 篇。",
    },
    "holds": {
        "en": "The library holds {count} papers{scope}.",
        "zh": "本文献库有{scope} {count} 篇论文。",
    },
    "topics": {
        "en": "The phrases that most papers share, with how many have them{over}: {phrases}.",
        "zh": "最常见的短语及含有它的论文数{over}：{phrases}。",
    },
    "no_topics": {
        "en": "No phrase is common to many abstracts, so no topic stands out.",
        "zh": "没有多篇摘要共有的短语，因此没有突出的主题。",
    },
    "sampled": {
        "en": ", counted in {count} papers spread evenly over the library",
        "zh": "（在均匀抽取的 {count} 篇中统计）",
    },
    "years": {
        "en": "Years: {first} to {last}{unknown}.",
        "zh": "年份：{first} 至 {last}{unknown}。",
    },
    "none_on_record": {"en": "The records give no {field}.", "zh": "没有任何记录含有{field}。"},
    "commonest": {
        "en": "The commonest {field} of {count}: {values}{unknown}.",
        "zh": "{field}共 {count} 个，最常见的是：{values}{unknown}。",
    },
    "every_value": {
        "en": "By {field}: {values}{unknown}.",
        "zh": "{field}：{values}{unknown}。",
    },
    "unknown": {
        "en": " ({count} papers have no {field} on record)",
        "zh": "（{count} 篇没有{field}记录）",
    },
    "newest": {
        "en": "The newest are from {year}: {count} in all{unknown}.",
        "zh": "最新的发表于 {year} 年，共 {count} 篇{unknown}。",
    },
    "oldest": {
        "en": "The oldest are from {year}: {count} in all{unknown}.",
        "zh": "最早的发表于 {year} 年，共 {count} 篇{unknown}。",
    },
    "some_shown": {"en": "The first {count}:", "zh": "前 {count} 篇："},
    "among": {
        "en": "Of the {total} papers spoken of, {count} are{scope}.",
        "zh": "在前面提到的 {total} 篇论文中，有 {count} 篇{scope}。",
    },
    "none_among": {
        "en": "Of the {total} papers spoken of, none is{scope}.",
        "zh": "在前面提到的 {total} 篇论文中，没有一篇{scope}。",
    },
    "none_in_scope": {
        "en": "The library holds no papers{scope}.",
        "zh": "本文献库没有{scope}的论文。",
    },
    "listed": {
        "en": "Of {total} papers{scope}, {count} fit (criterion: {criterion}).",
        "zh": "在{scope} {total} 篇论文中，有 {count} 篇符合（条件：{criterion}）。",
    },
    "one_listed": {
        "en": "Of {total} papers{scope}, {count} fits (criterion: {criterion}).",
        "zh": "在{scope} {total} 篇论文中，有 {count} 篇符合（条件：{criterion}）。",
    },
    "none_listed": {
        "en": "Of {total} papers{scope}, none fits (criterion: {criterion}).",
        "zh": "在{scope} {total} 篇论文中，没有一篇符合（条件：{criterion}）。",
    },
    "by_record": {
        "en": "All records and links were searched.",
        "zh": "已检查所有记录和链接。",
    },
    "by_name": {
        "en": "All were searched for {names}.",
        "zh": "已在全部论文中查找 {names}。",
    },
    "scanned": {"en": "All were scanned word by word.", "zh": "已逐词扫描全部论文。"},
    "scanned_large": {
        "en": "All were searched by meaning and by keywords, and the {looked_at} likeliest scanned "
        "word by word.",
        "zh": "已按语义和关键词检索全部论文，并逐词扫描了最可能的 {looked_at} 篇。",
    },
    "read_closely": {
        "en": "Of {read} on the edge the model read the sentences that come nearest.",
        "zh": "对难以判断的 {read} 篇，模型阅读了最接近的句子。",
    },
    "not_read": {
        "en": "{left} more on the edge were not read, and go by the scan alone.",
        "zh": "另有 {left} 篇难以判断的论文未仔细阅读，仅依据扫描结果。",
    },
    "first_shown": {
        "en": "The first {count} are shown, the likeliest first.",
        "zh": "只显示最可能的前 {count} 篇。",
    },
    "borderline": {
        "en": "On the edge, not counted: {papers}.",
        "zh": "难以判断、未计入：{papers}。",
    },
    "similar": {
        "en": "Most like “{paper}”{by}, of the {total} papers of the library:",
        "zh": "在文献库的 {total} 篇论文中，与“{paper}”{by}最相似的是：",
    },
    "none_similar": {
        "en": "There is no other paper to compare “{paper}” with.",
        "zh": "没有其他论文可与“{paper}”比较。",
    },
    "by_problem": {"en": " by problem", "zh": "（按问题）"},
    "by_method": {"en": " by method", "zh": "（按方法）"},
    "by_results": {"en": " by results", "zh": "（按结果）"},
    "which_paper": {
        "en": "Which paper? Name or describe it, for example: papers similar to “…”.",
        "zh": "是哪一篇论文？请说出或描述它，例如：与“……”类似的论文。",
    },
    "newest_first": {"en": "Newest first.", "zh": "按年份从新到旧排列。"},
    "oldest_first": {"en": "Oldest first.", "zh": "按年份从旧到新排列。"},
    "newest_of": {"en": "The newest of these {total}:", "zh": "这 {total} 篇中最新的："},
    "oldest_of": {"en": "The oldest of these {total}:", "zh": "这 {total} 篇中最早的："},
    "undated": {
        "en": "Left out for want of a year on record: {count}.",
        "zh": "因记录中没有年份而未计入：{count} 篇。",
    },
    "scoped": {
        "en": "Only papers {scope} were looked at, as the question says; leave that out to look at "
        "all.",
        "zh": "按问题的要求只查看了{scope}的论文；去掉这一条件即可查看全部论文。",
    },
}


def say(language: str, key: str, **values: object) -> str:
    """The remark `key` in a language, in English where there is no other.

    Example:
        >>> say("zh", "nearest", papers="Adam")
        '最接近的论文：Adam。'
    """
    ways = _REMARKS[key]
    return ways.get(language, ways["en"]).format(**values)
