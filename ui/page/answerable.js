// What a click on one of the page's own links means. The server's part is told by `trigger`.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let wanted = null;   // ids to show as soon as the panel holds one of them
let cameFrom = null; // the citation that was followed, to go back to

// On a telephone the sources and a paper lie over the rest: which of them is open.
const over = {
  get open() { return document.getElementById("tabs").dataset.open || ""; },
  set open(what) { document.getElementById("tabs").dataset.open = what; },
};

function reveal() {
  const target = wanted && wanted.map((id) => document.getElementById(id)).find(Boolean);
  if (!target) return;
  wanted = null;
  over.open = "sources";
  for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) {
    box.open = true;
  }
  const shown = target.closest("mark") || target;
  for (const other of document.querySelectorAll("mark.chosen")) other.classList.remove("chosen");
  if (shown.matches("mark")) shown.classList.add("chosen");
  shown.scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
  shown.classList.remove("flash");
  void shown.offsetWidth; // restarts the animation
  shown.classList.add("flash");
  const card = target.closest(".source");
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
}

function closeSources() {
  over.open = "";
  if (cameFrom && cameFrom.isConnected) cameFrom.focus();
  cameFrom = null;
}

function focusQuestion(afterMs = 0) {
  over.open = "";
  setTimeout(() => document.querySelector("#question textarea").focus(), afterMs);
}

// The server has made the text to copy. Without a certificate, other machines' browsers have no
// clipboard: there a selection is copied.
let copying = null;
window.answerableCopy = async (text) => {
  if (!text || !copying) return;
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
  } else {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const link = copying;
  const words = link.textContent;
  link.textContent = document.querySelector(".top").dataset.copied;
  setTimeout(() => { link.textContent = words; }, 1500);
  copying = null;
};

const actions = {
  theme() {
    const dark = document.body.classList.toggle("dark");
    localStorage.setItem("answerable-theme", dark ? "dark" : "light");
  },
  new: () => trigger("new", {}),
  language(_, language) {
    document.documentElement.lang = language;
    trigger("language", { language });
  },
  retry: (_, turn) => trigger("retry", { turn: Number(turn) }),
  quoted: (_, turn) => trigger("quoted", { turn: Number(turn) }),
  copy(link, turn) {
    copying = link;
    trigger("copy", { turn: Number(turn) });
  },
  more: (_, limit) => trigger("more", { limit: Number(limit) }),
  edit: (_, turn) => { trigger("edit", { turn: Number(turn) }); focusQuestion(); },
  correct(_, turn) { trigger("edit", { turn: Number(turn), standalone: true }); focusQuestion(); },
  export(link, turn, scope, format) {
    link.closest("details").open = false;
    trigger("export", { turn: Number(turn), scope, format });
  },
  about: (_, id) => { trigger("about", { id }); focusQuestion(300); },
  summarise: (_, id) => trigger("summarise", { id }),
  only: (_, turn) => { trigger("only", { turn: Number(turn) }); focusQuestion(); },
  without: (_, turn, at) => trigger("without", { turn: Number(turn), condition: Number(at) }),
  unfilter: (_, kind) => trigger("unfilter", { kind }),
  filters(button) {
    const tabs = document.getElementById("tabs");
    tabs.dataset.filters = tabs.dataset.filters ? "" : "shown";
    button.ariaExpanded = String(Boolean(tabs.dataset.filters));
  },
  back() { over.open = ""; },
  close: closeSources,
  open: (_, id) => trigger("open", { id }),
  rename(link, id) {
    const title = prompt(link.textContent, link.title);
    if (title) trigger("rename", { id, title });
  },
  delete: (_, id) => trigger("delete", { id }),
  remove: (_, id) => trigger("remove", { id }),
  restore: () => trigger("restore", {}),
  library: () => document.querySelector("[data-tab-id=library][role=tab]").click(),
  say: (link) => trigger("ask", { question: link.textContent }),
  sources(link, turn) {
    cameFrom = link;
    wanted = [`sources-${turn}`];
    over.open = "sources";
    trigger("cite", { turn: Number(turn) });
  },
};

function follow(link, name) {
  let found;
  if ((found = name.match(/^#cite-(\d+)-(\d+)(?:-(\w+))?$/))) {
    const [, turn, n, sentence] = found;
    cameFrom = link;
    wanted = [`src-${turn}-${n}`];
    if (sentence) wanted.unshift(`mark-${turn}-${n}-${sentence}`);
    if (document.getElementById(`src-${turn}-${n}`)) reveal();
    else trigger("cite", { turn: Number(turn) });
  } else if (name.startsWith("#ask-")) {
    trigger("ask", { question: link.textContent });
  } else if ((found = name.match(/^#paper-(\w+)$/))) {
    over.open = "paper";
    trigger("paper", { id: found[1] });
  } else if ((found = name.match(/^#do-(\w+(?:-\w+)*)$/))) {
    const [action, ...values] = found[1].split("-");
    if (Object.hasOwn(actions, action)) actions[action](link, ...values);
  } else {
    return false;
  }
  return true;
}

// A menu closes when something else is clicked, or by Escape.
function closeMenus(except) {
  let closed = null;
  for (const menu of document.querySelectorAll("details.menu[open], details.model[open]")) {
    if (menu.contains(except)) continue;
    menu.open = false;
    closed = menu;
  }
  return closed;
}

document.addEventListener("click", (event) => {
  closeMenus(event.target);
  const link = event.target.closest("a[href^='#'], button[data-do]");
  if (link && follow(link, link.dataset.do || link.getAttribute("href"))) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = closeMenus(null);
  if (menu) menu.querySelector("summary").focus();
  else if (over.open) closeSources();
});

// Whoever pauses while typing has told enough for the likeliest paper to be read ahead.
const PAUSE_MS = 600;
let pause = 0;
document.addEventListener("input", (event) => {
  if (!event.target.matches("#question textarea")) return;
  clearTimeout(pause);
  pause = setTimeout(() => trigger("typing", { text: event.target.value }), PAUSE_MS);
});

// What a citation rests on, while it is pointed at or has the focus.
const hint = document.createElement("div");
hint.id = "hint";
hint.setAttribute("aria-hidden", "true"); // a screen reader has it as the citation's label
element.closest("main").append(hint);
function showHint(event) {
  const link = event.target.closest && event.target.closest("[data-hint]");
  hint.classList.toggle("shown", Boolean(link));
  if (!link) return;
  hint.textContent = link.dataset.hint;
  const at = link.getBoundingClientRect();
  hint.style.left = `${Math.max(8, Math.min(at.left - 20, innerWidth - hint.offsetWidth - 8))}px`;
  const above = at.top - hint.offsetHeight - 8;
  hint.style.top = `${above > 8 ? above : at.bottom + 8}px`;
}
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, showHint);
document.addEventListener("scroll", () => hint.classList.remove("shown"), true);

// Links that leave the machine open apart, and tell the other side nothing.
function dress(root) {
  for (const link of root.querySelectorAll("a.out")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  for (const link of root.querySelectorAll("a.off[title]")) link.ariaLabel = link.title;
  for (const link of root.querySelectorAll(":is(a.cite, a.cell)[title]")) {
    link[link.matches(".cell") ? "ariaDescription" : "ariaLabel"] = link.title;
    link.dataset.hint = link.title;
    link.removeAttribute("title");
  }
  // Gradio labels a message with its HTML, which nobody wants read to them.
  for (const box of root.querySelectorAll("#chat [aria-label*='<']")) box.removeAttribute("aria-label");
}
// The newest question goes to the top, and its answer grows below it: what is read stays in place.
let newest = "";
function showNewest() {
  const asked = [...document.querySelectorAll("#chat .user-row")];
  const row = asked.at(-1);
  const now = row ? `${asked.length} ${row.textContent}` : "";
  if (now === newest) return;
  newest = now;
  if (!row) return;
  const pane = row.closest(".panel-wrap");
  const above = asked.length > 1 ? 12 : 200; // the first one is at the top anyway
  const room = asked.length > 1 ? pane.clientHeight - row.offsetHeight - 60 : 0;
  pane.style.setProperty("--room", `${room}px`);
  const top = pane.scrollTop + row.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  pane.scrollTo({ top: top - above, behavior: calm.matches ? "auto" : "smooth" });
}
new MutationObserver(() => {
  dress(document);
  showNewest();
  if (wanted) reveal();
}).observe(document.body, { childList: true, subtree: true });

const theme = localStorage.getItem("answerable-theme");
if (theme) document.body.classList.toggle("dark", theme === "dark");

// The program may be stopped and started again, and this machine may sleep, until the program has
// forgotten this tab. The page says so, and begins anew where it was: the conversation is kept by
// the program, what was typed is kept here.
const LOOK_MS = 3000;
const FORGOTTEN_MS = 50 * 60 * 1000;
const gone = document.createElement("div");
gone.id = "gone";
gone.role = "alert";
element.closest("main").append(gone);
let program = null;
let seenAt = Date.now();
async function look() {
  let now = null;
  try {
    const reply = await fetch("gradio_api/app_id", { cache: "no-store" });
    now = reply.ok ? (await reply.json()).app_id : null;
  } catch { /* said below */ }
  gone.textContent = now === null ? document.querySelector(".top").dataset.gone : "";
  if (now === null) return;
  if ((program ?? now) !== now || Date.now() - seenAt > FORGOTTEN_MS) location.reload();
  program = now;
  seenAt = Date.now();
}
setInterval(look, LOOK_MS);
addEventListener("pagehide", () => {
  sessionStorage.setItem("answerable-typed", document.querySelector("#question textarea").value);
});
// The conversation of this tab comes back after a reload.
const last = sessionStorage.getItem("answerable-conversation");
if (last) trigger("open", { id: last });
