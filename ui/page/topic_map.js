// The map of topics: a canvas to look at, point at and draw around; a list that does the same by
// keyboard. Titles are data: they are only ever set as text.
let map = null;        // { name, topics, papers: [id, x, y, topic, title, by], scale }
let view = { x: 0.5, y: 0.5, zoom: 1 };
let parts, told, size, ink, pointed = -1, lasso = null, dragged = null, asking = 0, moving = false;
let chosen = new Set(), wait = 200;
const members = [];    // of each topic: the numbers of its papers
const REACH = 10, MARGIN = 26, FOOT = 64; // below lies what can be done with the selected

const dark = () => document.body.classList.contains("dark");
const colour = (topic) => `hsl(${(topic * 137.5 + 172) % 360} ${dark() ? "42% 64%" : "46% 40%"})`;
const scale = () => Math.min(size.width - 2 * MARGIN, size.height - MARGIN - FOOT) * view.zoom;
// A wide window is used: the map is stretched up to twice its height.
const stretch = () =>
  Math.min(2, Math.max(1, (size.width - 2 * MARGIN) / (size.height - MARGIN - FOOT)));
const middle = () => (size.height - FOOT + MARGIN) / 2;
function place(paper) {
  const x = paper[1] / map.scale, y = paper[2] / map.scale;
  return [size.width / 2 + (x - view.x) * scale() * stretch(), middle() + (y - view.y) * scale()];
}

function setUp() {
  const root = element.querySelector(".topic-map");
  told = JSON.parse(root.dataset.told);
  parts = {
    root, plane: root.querySelector(".plane"), canvas: root.querySelector("canvas"),
    names: root.querySelector(".names"), tip: root.querySelector(".tip"),
    state: root.querySelector(".state"), list: root.querySelector(".topics ul"),
    move: root.querySelector("[data-map=move]"),
  };
  new ResizeObserver(fit).observe(parts.plane);
  new IntersectionObserver((seen) => { if (seen.some((each) => each.isIntersecting)) { look(); draw(); } })
    .observe(parts.plane);
  parts.canvas.addEventListener("pointermove", onMove);
  parts.canvas.addEventListener("pointerdown", onDown);
  parts.canvas.addEventListener("pointerup", onUp);
  parts.canvas.addEventListener("pointercancel", () => { lasso = dragged = null; draw(); });
  parts.canvas.addEventListener("pointerleave", () => point(-1));
  parts.canvas.addEventListener("wheel", onWheel, { passive: false });
  if (map) show();
}

// What the server knows: asked when the map comes into view, and again while it is being drawn.
async function look() {
  clearTimeout(asking);
  let answer;
  try {
    answer = await server.topic_map([map ? map.name : "", parts.root.dataset.language]);
  } catch { return; }
  if (answer.map) { map = answer.map; show(); }
  const empty = map && map.papers.length === 0;
  const words = answer.drawing ? (map ? told.map_redrawing : told.map_drawing)
    : answer.failure || (empty ? told.map_empty : "");
  parts.state.textContent = words;
  parts.state.classList.toggle("wrong", Boolean(answer.failure));
  parts.root.dataset.state = answer.drawing ? "drawing" : "ready";
  if (answer.drawing && parts.plane.offsetParent) {
    asking = setTimeout(look, wait);
    wait = Math.min(2000, wait * 1.5);
  } else wait = 200;
}

function show() {
  members.length = 0;
  map.topics.forEach(() => members.push([]));
  map.papers.forEach((paper, number) => members[paper[3]].push(number));
  parts.canvas.setAttribute("aria-label", told.map_label.replace("{n}", map.papers.length));
  parts.names.replaceChildren(...map.topics.map((words, topic) => {
    const name = document.createElement("span");
    name.textContent = words;
    name.style.color = colour(topic);
    return name;
  }));
  parts.list.replaceChildren(...map.topics.map((words, topic) => {
    const item = document.createElement("li"), button = document.createElement("button");
    const dot = document.createElement("span"), name = document.createElement("bdi");
    const count = document.createElement("span");
    dot.className = "dot"; count.className = "count";
    dot.style.background = colour(topic);
    name.textContent = words;
    count.textContent = members[topic].length.toLocaleString();
    button.append(dot, name, count);
    button.dataset.topic = topic;
    item.append(button);
    return item;
  }));
  mark();
  fit();
}

function fit() {
  const box = parts.plane.getBoundingClientRect(), dense = window.devicePixelRatio || 1;
  if (!box.width) return;
  size = { width: box.width, height: box.height };
  parts.canvas.width = box.width * dense;
  parts.canvas.height = box.height * dense;
  ink = parts.canvas.getContext("2d");
  ink.setTransform(dense, 0, 0, dense, 0, 0);
  draw();
}

function draw() {
  if (!map || !ink || !parts.plane.offsetParent) return;
  ink.clearRect(0, 0, size.width, size.height);
  const many = map.papers.length;
  const radius = (many > 3000 ? 1.8 : many > 500 ? 2.8 : 4.5) * Math.min(2.2, Math.sqrt(view.zoom));
  for (let topic = 0; topic < members.length; topic++) {
    ink.fillStyle = colour(topic);
    ink.globalAlpha = chosen.size ? 0.3 : 0.8;
    ink.beginPath();
    for (const number of members[topic]) spot(number, radius);
    ink.fill();
  }
  ink.globalAlpha = 1;
  if (chosen.size) {
    for (let topic = 0; topic < members.length; topic++) {
      ink.fillStyle = colour(topic);
      ink.beginPath();
      for (const number of members[topic]) {
        if (chosen.has(map.papers[number][0])) spot(number, radius + 1);
      }
      ink.fill();
    }
  }
  ink.strokeStyle = getComputedStyle(parts.root).color;
  ink.lineWidth = 1.5;
  if (pointed >= 0) { ink.beginPath(); spot(pointed, radius + 3); ink.stroke(); }
  if (lasso && lasso.length > 1) {
    ink.setLineDash([4, 4]);
    ink.beginPath();
    lasso.forEach(([x, y], at) => (at ? ink.lineTo(x, y) : ink.moveTo(x, y)));
    ink.closePath();
    ink.stroke();
    ink.setLineDash([]);
  }
  nameTopics();
}

function spot(number, radius) {
  const [x, y] = place(map.papers[number]);
  if (x < -9 || y < -9 || x > size.width + 9 || y > size.height + 9) return;
  ink.moveTo(x + radius, y);
  ink.arc(x, y, radius, 0, 7);
}

// A topic's name stands in its midst; one that would lie over a larger topic's name is left out.
function nameTopics() {
  const taken = [];
  [...parts.names.children].forEach((name, topic) => {
    const places = members[topic].map((number) => place(map.papers[number]));
    const median = (axis) => places.map((each) => each[axis]).sort((a, b) => a - b)[places.length >> 1];
    const across = median(0), width = name.offsetWidth, height = name.offsetHeight;
    const left = Math.max(4, Math.min(size.width - width - 52, across - width / 2));
    const top = median(1) - height / 2;
    const clear = across > 0 && across < size.width && top > 0 && top < size.height - height && !taken.some((box) =>
      left < box[2] && left + width > box[0] && top < box[3] && top + height > box[1]);
    name.style.visibility = clear ? "visible" : "hidden";
    name.style.transform = `translate(${left}px, ${top}px)`;
    if (clear) taken.push([left, top, left + width, top + height]);
  });
}

function nearest(x, y) {
  let best = -1, least = REACH * REACH;
  map.papers.forEach((paper, number) => {
    const [px, py] = place(paper), apart = (px - x) ** 2 + (py - y) ** 2;
    if (apart < least) { least = apart; best = number; }
  });
  return best;
}

function point(number) {
  if (number === pointed) return;
  pointed = number;
  parts.canvas.style.cursor = number >= 0 ? "pointer" : moving ? "grab" : "crosshair";
  parts.tip.classList.toggle("shown", number >= 0);
  if (number >= 0) {
    const [, , , , title, by] = map.papers[number], [x, y] = place(map.papers[number]);
    const small = document.createElement("small");
    small.textContent = by;
    parts.tip.replaceChildren(title, small);
    const left = Math.max(4, Math.min(size.width - parts.tip.offsetWidth - 4, x + 12));
    const below = y + 14 + parts.tip.offsetHeight < size.height;
    parts.tip.style.transform =
      `translate(${left}px, ${below ? y + 14 : y - parts.tip.offsetHeight - 10}px)`;
  }
  draw();
}

const at = (event) => {
  const box = parts.canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};

function onMove(event) {
  if (!map) return;
  const [x, y] = at(event);
  if (dragged) {
    view.x -= (x - dragged[0]) / (scale() * stretch());
    view.y -= (y - dragged[1]) / scale();
    dragged = [x, y];
    dragged.moved = true;
    draw();
  } else if (lasso) {
    lasso.push([x, y]);
    draw();
  } else point(nearest(x, y));
}

function onDown(event) {
  if (!map || event.button > 0) return;
  parts.canvas.setPointerCapture(event.pointerId);
  if (moving) dragged = at(event);
  else lasso = [at(event)];
}

function onUp(event) {
  if (!map) return;
  const drawn = lasso, moved = dragged && dragged.moved;
  lasso = dragged = null;
  const [x, y] = at(event);
  const far = drawn && drawn.some(([px, py]) => Math.hypot(px - x, py - y) > 6);
  if (far) {
    const inside = map.papers.filter((paper) => within(place(paper), drawn));
    choose(inside.map((paper) => paper[0]), event.shiftKey || event.ctrlKey || event.metaKey);
  } else if (!moved) {
    const number = nearest(x, y);
    if (number >= 0) follow(map.papers[number][0]);
  }
  draw();
}

// Ray casting (Shimrat 1962): how often a line to the right crosses the outline.
function within([x, y], outline) {
  let inside = false;
  outline.forEach(([ax, ay], number) => {
    const [bx, by] = outline[(number || outline.length) - 1];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

function zoom(by, x = size.width / 2, y = middle()) {
  const wide = scale() * stretch(), high = scale(), before = view.zoom;
  view.zoom = Math.max(1, Math.min(24, view.zoom * by));
  const kept = 1 - before / view.zoom; // what is under the pointer stays there
  view.x += ((x - size.width / 2) / wide) * kept;
  view.y += ((y - middle()) / high) * kept;
  if (view.zoom === 1) view = { x: 0.5, y: 0.5, zoom: 1 };
  draw();
}

function onWheel(event) {
  if (!map) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 400), ...at(event));
}

function choose(ids, add) {
  document.dispatchEvent(new CustomEvent("shelf:choose", { detail: { ids, add } }));
}

function follow(id) {
  const link = document.createElement("a");
  link.href = `#paper-${id}`;
  link.hidden = true;
  parts.root.append(link);
  link.click();
  link.remove();
}

// Which topics are selected as a whole.
function mark() {
  for (const button of parts.list.querySelectorAll("button")) {
    const ids = members[button.dataset.topic].map((number) => map.papers[number][0]);
    button.ariaPressed = String(ids.length > 0 && ids.every((id) => chosen.has(id)));
  }
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !map) return;
  if (button.dataset.topic) {
    const ids = members[button.dataset.topic].map((number) => map.papers[number][0]);
    if (button.ariaPressed === "true") {
      choose([...chosen].filter((id) => !ids.includes(id)), false);
    } else choose(ids, true);
  } else if (button.dataset.map === "in") zoom(1.6);
  else if (button.dataset.map === "out") zoom(1 / 1.6);
  else if (button.dataset.map === "all") zoom(0);
  else if (button.dataset.map === "move") {
    moving = !moving;
    button.ariaPressed = String(moving);
    parts.canvas.style.cursor = moving ? "grab" : "crosshair";
  }
});
document.addEventListener("shelf:chosen", (event) => {
  chosen = event.detail;
  if (map) { mark(); draw(); }
});
document.addEventListener("shelf:changed", () => { if (parts.plane.offsetParent) look(); });
new MutationObserver(() => { if (map) show(); })
  .observe(document.body, { attributes: true, attributeFilter: ["class"] });
watch("value", setUp);
setUp();
