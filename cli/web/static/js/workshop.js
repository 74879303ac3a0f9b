// The workshop: keeps the texts, asks what is wrong while one types, plays scenarios, and has a table beside it.
import { byId, fill, make } from "./dom.js";
import { Editor } from "./editor.js";
import { languageChoice } from "./languages.js";
import { drawTold } from "./told.js";
import { Trial } from "./trial.js";
import { asking, learnWords, say } from "./words.js";

const PAUSE = 350; // milliseconds without a key, after which it is looked at
const [key, game] = location.pathname.split("/").slice(2);
const here = `/api/workshop/${key}/${game}`;
const files = new Map(); // name -> {text, was, writable}
const known = { findings: null, scenarios: null, running: false };
let shown = "";
let timer = 0;
let looking = false;
let again = false;

await learnWords();
byId("home").textContent = say("table.home");
fill(byId("language"), languageChoice());
const editor = new Editor(byId("editor"), say("workshop.text"), typed);
const [opened, about] = await Promise.all([get(here), get(`/api/games/${game}?${asking()}`, true)]);
let trial = null;
if (opened) begin();

function begin() {
  document.title = byId("title").textContent = `${say("workshop.title")}: ${about?.title ?? decodeURIComponent(game)}`;
  for (const file of opened.files) files.set(file.name, { text: file.text, was: file.text, writable: file.writable });
  const [low, high] = about?.players ?? [1, opened.most_seats];
  trial = new Trial({ low, high, bots: opened.bots, ask: openTable });
  show(opened.files[0].name);
  document.addEventListener("keydown", keys);
  byId("table").addEventListener("load", (event) => event.target.contentWindow.addEventListener("keydown", keys)); // there too
  addEventListener("beforeunload", (event) => { if ([...files.values()].some(changed)) event.preventDefault(); });
  look();
}

// ------------------------------------------------------------ asking
async function get(address, quietly = false) { return read(await fetch(address), quietly); }

async function post(wish, body) {
  return read(await fetch(`${here}/${wish}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));
}

async function read(answer, quietly = false) {
  const found = await answer.json();
  if (answer.ok) { byId("notice").textContent = ""; return found; }
  if (!quietly) byId("notice").textContent = found.text;
  return null;
}

function changed(file) { return file.text !== file.was; }

function texts() {
  return Object.fromEntries([...files].filter(([, file]) => changed(file)).map(([name, file]) => [name, file.text]));
}

// ------------------------------------------------------------ the text
function show(name) {
  shown = name;
  const file = files.get(name);
  editor.show(file.text, false);
  drawFiles();
  mark();
}

function drawFiles() {
  const file = files.get(shown);
  const names = [...files].map(([name, one]) => make("option", { value: name, selected: name === shown }, changed(one) ? `${name} *` : name));
  const state = !file.writable ? say("workshop.read_only") : changed(file) ? say("workshop.unsaved") : say("workshop.saved");
  fill(byId("files"),
    make("label", {}, say("workshop.file"), make("select", { id: "file", onchange: (event) => { show(event.target.value); look(); } }, ...names)),
    make("button.button", { type: "button", id: "save", disabled: !file.writable || !changed(file), onclick: save }, say("workshop.save")),
    make("small", { id: "state" }, state), make("small.quiet", {}, say("workshop.keys")));
}

function typed(text) {
  const file = files.get(shown);
  const before = changed(file);
  file.text = text;
  if (before !== changed(file)) drawFiles();
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

async function save() {
  const name = shown;
  const file = files.get(name);
  const { text } = file;
  if (!file.writable || !changed(file) || !await post("save", { file: name, text, was: file.was })) return;
  file.was = text;
  drawFiles();
}

function go(place) {
  if (!files.has(place.file)) return;
  if (place.file !== shown) show(place.file);
  editor.go(place.line, place.column);
}

// ------------------------------------------------------------ what is wrong
async function look() {
  if (looking) { again = true; return; } // one look at a time: the last text counts
  looking = true;
  const found = await post("check", { texts: texts(), file: shown });
  looking = false;
  if (found) { known.findings = found.findings; tell(); firstTable(); }
  if (again) { again = false; look(); }
}

async function run() {
  if (known.running) return;
  known.running = true;
  tell();
  const found = await post("test", { texts: texts() });
  known.running = false;
  if (found) Object.assign(known, found);
  tell();
}

function tell() {
  const focused = document.activeElement?.id;
  fill(byId("told"), ...drawTold(known, { go, run }));
  if (focused === "run") byId("run").focus();
  mark();
}

function mark() {
  const marks = new Map();
  for (const one of [...known.findings ?? []].reverse()) if (one.file === shown) marks.set(one.line, one.severity);
  editor.mark(marks);
}

// ------------------------------------------------------------ the table
async function openTable(wish) {
  const found = await post("table", { ...wish, texts: texts() });
  if (found?.findings.some((one) => one.severity === "error")) { known.findings = found.findings; tell(); }
  return found;
}

/** As soon as the rules can be played: afterwards a table is restarted when it is asked for. */
function firstTable() {
  if (trial.begun || known.findings.some((one) => one.severity === "error")) return;
  trial.open(false);
}

function keys(event) {
  if (!event.ctrlKey && !event.metaKey) return;
  if (event.key === "s") { event.preventDefault(); save(); }
  else if (event.key === "Enter") { event.preventDefault(); trial.open(event.shiftKey); }
}
