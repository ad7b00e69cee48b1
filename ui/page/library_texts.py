"""The words on the library's part of the page, in English and Chinese."""

from __future__ import annotations

LIBRARY_TEXTS: dict[str, tuple[str, str]] = {
    "also_as": ("The same paper, from elsewhere", "同一论文的其他记录"),
    # The list
    "views": ("Show as", "显示方式"),
    "view_list": ("List", "列表"),
    "view_map": ("Map of topics", "主题图"),
    "view_glance": ("At a glance", "概览"),
    "select_all": ("Select all these papers", "全选这些论文"),
    "select_one": ("Select", "选择"),
    "all_papers": ("All papers", "全部论文"),
    # The papers that were chosen
    "chosen": ("{k} selected", "已选 {k} 篇"),
    "show_chosen": ("Show only these", "仅显示这些"),
    "ask_these": ("Ask only these", "仅问这些论文"),
    "compare": ("Compare", "比较"),
    "compare_how": ("Select 2 to 6 papers to compare", "选择 2 到 6 篇论文进行比较"),
    "compare_question": ("Compare {names}.", "比较{names}。"),
    "summarise_how": ("Select up to 6 papers to summarise", "最多选择 6 篇论文进行总结"),
    "and": (" and ", "和"),
    "comma": (", ", "、"),
    "export_these": ("Export", "导出"),
    "remove_these": ("Remove {k} from the library", "从文献库移除 {k} 篇"),
    "removed_many": ("{k} papers were removed.", "已移除 {k} 篇论文。"),
    "clear": ("Clear", "清除"),
    # A paper's page
    "similar": ("Similar papers", "相似论文"),
    # At a glance
    "glance_empty": (
        "There is nothing to see yet: add papers first.",
        "暂无内容：请先添加论文。",
    ),
    "by_year": ("Papers by year", "按年份"),
    "by_venue": ("By venue", "按会议/期刊"),
    "by_author": ("By author", "按作者"),
    "by_tag": ("By tag", "按标签"),
    "without_year": ("{n} without a year", "{n} 篇无年份"),
    "more_names": ("and {n} more", "另有 {n} 个"),
    # The map
    "topic": ("Topic {n}", "主题 {n}"),
    "topics": ("Topics", "主题"),
    "map_drawing": ("Drawing the map…", "正在绘制主题图…"),
    "map_redrawing": ("Papers changed: drawing a new map…", "论文有变动，正在重新绘制…"),
    "map_empty": ("The map appears when there are papers.", "添加论文后显示主题图。"),
    "map_label": (
        "Map of {n} papers; the list of topics beside it selects the same papers",
        "{n} 篇论文的主题图；旁边的主题列表可选择相同的论文",
    ),
    "map_how": (
        "Click a point to read its paper. Draw around points to select them.",
        "点击圆点阅读论文；圈出圆点即可选择。",
    ),
    "map_move": ("Move the map", "移动主题图"),
    "zoom_in": ("Zoom in", "放大"),
    "zoom_out": ("Zoom out", "缩小"),
    "zoom_all": ("Show all", "显示全部"),
    # Adding
    "add_folder": ("Add a folder", "添加文件夹"),
    "passed_over": (
        "{k} files of other kinds were passed over.",
        "已忽略 {k} 个其他类型的文件。",
    ),
    "folder_empty": (
        "There are no files of papers in it: BibTeX, RIS, CSV, XML, JSON and text are read.",
        "其中没有可读取的文件：支持 BibTeX、RIS、CSV、XML、JSON 和文本。",
    ),
}
