"""The page's colours and type, told to Gradio; the rest of its look is in answerable.css."""

from __future__ import annotations

import gradio as gr

# Fonts that are on people's machines: none is fetched.
SANS = [
    "-apple-system", "BlinkMacSystemFont", "Segoe UI", "Roboto", "Noto Sans", "Liberation Sans",
    "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "sans-serif",
]  # fmt: skip
MONO = ["ui-monospace", "Cascadia Mono", "SF Mono", "Menlo", "Liberation Mono", "monospace"]

# Each is a variable of answerable.css, which has a light and a dark value.
_COLOURS = {
    "body_background_fill": "var(--paper)",
    "body_text_color": "var(--ink)",
    "body_text_color_subdued": "var(--faint)",
    "background_fill_primary": "var(--sheet)",
    "background_fill_secondary": "var(--paper)",
    "border_color_primary": "var(--line)",
    "border_color_accent": "var(--accent)",
    "color_accent_soft": "var(--tint)",
    "link_text_color": "var(--accent)",
    "link_text_color_hover": "var(--accent)",
    "link_text_color_active": "var(--accent)",
    "link_text_color_visited": "var(--accent)",
    "block_background_fill": "transparent",
    "block_border_color": "var(--line)",
    "block_label_background_fill": "transparent",
    "block_label_text_color": "var(--faint)",
    "block_title_text_color": "var(--faint)",
    "input_background_fill": "var(--sheet)",
    "input_border_color": "var(--line)",
    "input_border_color_focus": "var(--accent)",
    "input_placeholder_color": "var(--faint)",
    "checkbox_background_color": "var(--sheet)",
    "checkbox_background_color_selected": "var(--accent)",
    "checkbox_border_color": "var(--line)",
    "checkbox_border_color_selected": "var(--accent)",
    "checkbox_label_background_fill": "transparent",
    "checkbox_label_background_fill_hover": "var(--tint)",
    "checkbox_label_background_fill_selected": "var(--tint)",
    "checkbox_label_text_color": "var(--faint)",
    "checkbox_label_text_color_selected": "var(--ink)",
    "button_primary_background_fill": "var(--accent)",
    "button_primary_background_fill_hover": "var(--accent-strong)",
    "button_primary_text_color": "var(--on-accent)",
    "button_secondary_background_fill": "var(--sheet)",
    "button_secondary_background_fill_hover": "var(--tint)",
    "button_secondary_text_color": "var(--ink)",
    "button_secondary_border_color": "var(--line)",
}


def theme() -> gr.themes.Base:
    """Gradio's plainest theme in this page's own colours, the same variables by day and night."""
    base = gr.themes.Base(font=SANS, font_mono=MONO, radius_size="md", spacing_size="md")
    # Some colours have no dark twin: what is set serves for both.
    dark = {
        f"{name}_dark": value for name, value in _COLOURS.items() if hasattr(base, f"{name}_dark")
    }
    return base.set(
        **_COLOURS,
        **dark,
        color_accent="var(--accent)",
        block_border_width="0px",
        block_shadow="none",
        input_shadow="none",
        input_shadow_focus="none",
    )
