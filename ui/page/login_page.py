"""The page where users log in. It tells nothing of the library, and loads nothing."""

from __future__ import annotations

from ui.page.texts import Language, say

_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Answerable</title>
<style>
:root {{ --paper: #f7f5f0; --sheet: #fff; --ink: #22262c; --line: #8a8778; --accent: #1f5f5b;
  --on-accent: #fff; --red: #a23a2c; color-scheme: light dark; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #15181b; --sheet: #1d2125;
  --ink: #e7e4dc; --line: #6b7178; --accent: #7ec8be; --on-accent: #0f2523; --red: #ee9685; }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }}
main {{ width: min(22rem, calc(100vw - 32px)); margin: 16dvh auto 0; }}
h1 {{ font: 600 32px/1.2 Charter, Palatino, Georgia, serif; color: var(--accent);
  margin: 0 0 24px; }}
label {{ display: block; font-size: 14px; margin: 0 0 14px; }}
input {{ display: block; width: 100%; margin-top: 4px; padding: 10px 12px; font: inherit;
  color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }}
button {{ width: 100%; padding: 11px; font: inherit; font-weight: 600; border: 0;
  border-radius: 10px; background: var(--accent); color: var(--on-accent); cursor: pointer; }}
button:disabled {{ opacity: .6; }}
:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 2px; }}
p {{ color: var(--red); min-height: 1.5em; margin: 12px 0 0; }}
</style></head><body><main><h1>Answerable</h1>
<form><label>{name}<input name="username" autocomplete="username" autocapitalize="none" required
  autofocus></label><label>{password}<input name="password" type="password"
  autocomplete="current-password" required></label><button>{log_in}</button></form>
<p role="alert" data-wrong="{wrong}" data-gone="{gone}"></p></main><script>
const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {{
  event.preventDefault();
  const [button, said] = [form.querySelector("button"), document.querySelector("p")];
  button.disabled = true;
  said.textContent = "";
  try {{
    const body = new URLSearchParams(new FormData(form));
    const reply = await fetch("login", {{ method: "POST", body }});
    if (reply.ok) location.reload();
    else said.textContent = said.dataset.wrong;
  }} catch {{
    said.textContent = said.dataset.gone;
  }}
  button.disabled = false;
}});
</script></body></html>
"""


def login_html(languages: str) -> str:
    """The page in the language that the browser's `Accept-Language` puts first, or English."""
    language: Language = "zh" if languages.strip().lower().startswith("zh") else "en"
    return _PAGE.format(
        language=language,
        name=say(language, "user_name"),
        password=say(language, "password"),
        log_in=say(language, "log_in"),
        wrong=say(language, "login_wrong"),
        gone=say(language, "server_gone"),
    )
