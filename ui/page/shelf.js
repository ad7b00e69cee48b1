// The library's tab: which papers are selected, which view is shown, folders that are added.
const chosen = new Set();
let followed = null; // the link of the paper that is read, to go back to
const shelf = () => document.getElementById("shelf");
const all = (css) => document.querySelectorAll(css);

const rows = () => [...all("#listing .pick-one")];

// Boxes, counts and buttons say what is selected.
let painted = []; // the table and the bar as they were then
function paint() {
  painted = [...all("#listing table, #picked .picked")];
  const count = chosen.size, words = count.toLocaleString();
  const boxes = rows();
  for (const box of boxes) {
    box.checked = chosen.has(box.value);
    box.closest("tr").classList.toggle("is-chosen", box.checked);
  }
  const whole = document.querySelector("#listing .pick-all");
  if (whole) {
    const ticked = boxes.filter((box) => box.checked).length;
    whole.checked = ticked > 0 && ticked === boxes.length;
    whole.indeterminate = ticked > 0 && ticked < boxes.length;
  }
  for (const bar of all("#picked .picked")) {
    const status = bar.querySelector(".count"), remove = bar.querySelector("[data-shelf=remove]");
    bar.classList.toggle("is-shown", count > 0);
    status.textContent = count ? status.dataset.words.replace("{k}", words) : "";
    remove.textContent = remove.dataset.words.replace("{k}", words);
    for (const button of bar.querySelectorAll("[data-least]")) {
      button.disabled = count < Number(button.dataset.least) || count > Number(button.dataset.most);
    }
  }
}

function show() {
  paint();
  document.dispatchEvent(new CustomEvent("shelf:chosen", { detail: new Set(chosen) }));
}

function choose(ids, add) {
  if (!add) chosen.clear();
  for (const id of ids) chosen.add(id);
  show();
}

function switchTo(view) {
  shelf().dataset.view = view;
  for (const button of all("[data-shelf=view]")) {
    button.ariaPressed = String(button.dataset.view === view);
  }
  if (view === "glance") trigger("shelf_glance", {});
}

function closeMenus(except) {
  for (const menu of all("#picked details[open]")) if (menu !== except) menu.open = false;
}

const ids = () => [...chosen];
const doings = {
  view: (button) => switchTo(button.dataset.view),
  within(button) {
    trigger("shelf_within", { kind: button.dataset.kind, value: button.dataset.value });
    switchTo("list");
  },
  chosen() { trigger("shelf_within", { kind: "chosen", ids: ids() }); switchTo("list"); },
  clear: () => choose([], false),
  ask() { trigger("shelf_ask", { ids: ids() }); toQuestion(); },
  compare: () => trigger("shelf_compare", { ids: ids() }),
  summarise: () => trigger("shelf_summarise", { ids: ids() }),
  export: (button) => trigger("shelf_export", { ids: ids(), kind: button.dataset.kind }),
  remove() { trigger("shelf_remove", { ids: ids() }); choose([], false); },
  restore: () => trigger("shelf_restore", {}),
  folder: () => folderInput().click(),
};
const links = {
  sort: (order) => trigger("shelf_sort", { order }),
  more: (limit) => trigger("shelf_more", { limit: Number(limit) }),
  within: () => trigger("shelf_within", {}),
  remove(id) { trigger("shelf_remove", { ids: [id] }); chosen.delete(id); show(); },
  close() {
    document.getElementById("tabs").dataset.open = "";
    trigger("shelf_close", {});
    const row = followed && all(`#shelf a[href="${followed}"]`)[0];
    if (row) row.focus();
  },
};

function toQuestion() {
  setTimeout(() => document.querySelector("#question textarea").focus(), 300);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-shelf]");
  closeMenus(event.target.closest("#picked details"));
  if (button) {
    closeMenus();
    doings[button.dataset.shelf](button);
    return;
  }
  const link = event.target.closest("a[href^='#shelf-'], a[href^='#paper-']");
  if (!link) return;
  const [, action, value] = link.getAttribute("href").match(/^#(?:shelf-)?(\w+)-?(.*)$/);
  if (action === "paper") {
    if (link.closest("#list")) followed = link.getAttribute("href");
    opening = true;
    return; // the page's own script follows it
  }
  event.preventDefault();
  links[action](value);
});
document.addEventListener("keydown", (event) => {
  const reads = document.querySelector("#reading .paper-page");
  if (event.key === "Escape" && reads && reads.offsetParent) links.close();
});
document.addEventListener("change", (event) => {
  const box = event.target;
  if (box.matches("#listing .pick-one")) {
    if (box.checked) chosen.add(box.value); else chosen.delete(box.value);
    show();
  } else if (box.matches("#listing .pick-all")) {
    if (box.checked) trigger("shelf_all", {}); else choose([], false);
  }
});
document.addEventListener("shelf:choose", (event) => choose(event.detail.ids, event.detail.add));

// A paper that was opened has the focus, at its title; what Gradio strips from HTML is put back.
let opening = false;
function dress() {
  const title = document.querySelector("#reading .paper-page h2");
  if (title && opening && title.dataset.seen !== title.textContent) {
    opening = false;
    title.dataset.seen = title.textContent;
    title.tabIndex = -1;
    document.getElementById("paper").scrollTop = 0;
    title.focus({ preventScroll: true });
  }
  const words = document.querySelector("#views .views");
  for (const box of all("#listing input:not([aria-label])")) {
    const row = box.closest("tr").querySelector("a.paper");
    box.ariaLabel = row ? row.textContent : words.dataset.all;
  }
  for (const head of all("#listing th:is(.is-up, .is-down)")) {
    head.ariaSort = head.classList.contains("is-up") ? "ascending" : "descending";
  }
  for (const link of all("#listing a.off:not([aria-label])")) link.ariaLabel = words.dataset.whole;
}
let due = false;
new MutationObserver(() => {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    dress();
    const now = all("#listing table, #picked .picked");
    if ([...now].some((part) => !painted.includes(part))) paint();
  });
}).observe(document.querySelector("gradio-app") || document.body, { childList: true, subtree: true });

// Folders: Gradio takes files only, so a folder's files are found here and handed to it.
const told = () => JSON.parse(document.querySelector("#folder .folder").dataset.told);
const fileInput = () => document.querySelector("#upload input[type=file]");
const readable = (file) => !file.name.startsWith(".") &&
  told().endings.includes(file.name.split(".").pop().toLowerCase());

function folderInput() {
  const input = document.createElement("input");
  input.type = "file";
  input.webkitdirectory = true;
  input.id = "folder-input";
  input.hidden = true;
  input.addEventListener("change", () => { take([...input.files]); input.remove(); });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  return input;
}

function take(files) {
  const words = told(), good = files.filter(readable), over = files.length - good.length;
  const notes = [];
  if (!good.length) notes.push(words.empty);
  else if (over) notes.push(words.passedOver.replace("{k}", over.toLocaleString()));
  const left = good.length - words.most;
  if (left > 0) notes.push(words.tooMany.replace("{k}", left.toLocaleString()));
  trigger("shelf_note", { notes, coming: good.length > 0 });
  if (!good.length) return;
  const bundle = new DataTransfer();
  for (const file of good.slice(0, words.most)) bundle.items.add(file);
  const input = fileInput();
  input.files = bundle.files;
  input.dispatchEvent(new Event("change"));
}

async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((done, fail) => entry.file(done, fail))];
  const reader = entry.createReader(), found = [];
  for (;;) { // a reader gives a hundred at a time
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return found;
    for (const each of some) found.push(...(await filesOf(each)));
  }
}

document.addEventListener("drop", (event) => {
  if (!event.target.closest || !event.target.closest("#adding") || !event.dataTransfer) return;
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return;
  event.preventDefault();
  event.stopPropagation();
  Promise.all(entries.map(filesOf)).then((found) => take(found.flat()));
}, true);
