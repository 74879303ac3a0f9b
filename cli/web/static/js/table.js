// The table: takes frames, draws them, and sends what is chosen. It knows nothing but the scene.
import { drawTable } from "./areas.js";
import { Choice } from "./choice.js";
import { Dice } from "./dice.js";
import { byId, fill, make } from "./dom.js";
import { Dragging } from "./dragging.js";
import { fit } from "./fitting.js";
import { linksDialog } from "./invite.js";
import { drop as forget, keep, kept } from "./kept.js";
import { listenToKeys } from "./keys.js";
import { languageChoice } from "./languages.js";
import { connect } from "./link.js";
import { aloud, goOn, keepFocus } from "./listening.js";
import { Log } from "./log.js";
import { glide, remember } from "./moving.js";
import { close } from "./peek.js";
import { drawQuestion } from "./question.js";
import { refusal } from "./refused.js";
import { Replay } from "./replay.js";
import { drawResult } from "./result.js";
import { keepScroll, showSome } from "./scrolling.js";
import { drawSeats } from "./seats.js";
import { asking, askingFor, learnWords, say } from "./words.js";

const token = location.pathname.split("/").pop();
const framed = self !== top; // in the workshop
const log = new Log();
const dice = new Dice();
const state = { frame: null, scene: null, choice: new Choice(null), menu: [], sent: "", moment: null, preview: null, looked: null, meant: [], waiting: [], moving: false };

await learnWords();
byId("home").textContent = say("table.home");
byId("home").hidden = framed;
fill(byId("language"), !framed && languageChoice());
for (const [id, title] of [["seats", say("new.players")], ["log", say("table.log")], ["question", say("table.question")]]) byId(id).setAttribute("aria-label", title);
const dragging = new Dragging({ takers: (dragged) => (refs) => together(dragged, refs).length > 0, begun: close, dropped: drop });
notice(say("table.connecting"));
const link = connect(token, asking(), { frame: take, open: () => notice(""), lost: (forGood) => { replay.lost(); if (forGood) forget(token); else notice(say("table.lost")); } });
const replay = new Replay((step) => link.send({ type: "moment", step }), () => { state.moment = null; draw([]); });
listenToKeys({ clear });
addEventListener("resize", () => fit(byId("table")));

// ------------------------------------------------------------ frames
function take(frame) {
  if (frame.type === "scene") takeScene(frame);
  else if (frame.type === "moment") { state.moment = frame; replay.show(frame); draw(frame.scene.happened); aloud(frame.scene.happened, null); }
  else if (frame.type === "preview") takePreview(frame);
  else if (frame.type === "error") { state.sent = ""; notice(refusal(frame)); draw([]); }
}

/** Scenes wait until what happened before has been seen; those that came meanwhile are shown together. */
function takeScene(frame) {
  state.waiting.push(frame);
  if (!state.moving) showScenes();
}

function showScenes() {
  const frames = state.waiting.splice(0);
  const last = frames.at(-1);
  for (const frame of frames) for (const one of [log, dice]) one.tell(frame.scene.happened, frame.fresh);
  const begun = frames.findLastIndex((frame) => frame.fresh);
  showScene(last, frames.slice(begun + 1).flatMap((frame) => frame.scene.happened));
}

function showScene(frame, happened) {
  const same = state.frame && state.frame.asked === frame.asked && state.scene.question && frame.scene.question
    && JSON.stringify(state.scene.question) === JSON.stringify(frame.scene.question);
  if (!framed && (frame.fresh || frame.scene.result)) keep(token, { title: frame.scene.title, over: Boolean(frame.scene.result) });
  state.frame = frame;
  state.scene = frame.scene;
  if (!same) { state.choice = new Choice(frame.scene.question); state.menu = []; state.preview = state.looked = null; state.meant = []; }
  if (frame.fresh || frame.asked !== state.sent) state.sent = ""; // an answer may be lost with its connection
  if (link.here()) notice(frame.stopped); // otherwise it may be lost since this scene came
  const lasts = draw(happened);
  aloud(frame.fresh ? [] : happened, same ? null : frame.scene.question);
  if (!lasts) return;
  state.moving = true;
  setTimeout(() => { state.moving = false; if (state.waiting.length) showScenes(); }, lasts);
}

function takePreview(frame) {
  if (state.wanted !== frame.option || frame.asked !== state.frame.asked || !frame.boards.length) return;
  state.preview = frame;
  drawBoards([]); // not the list: what is hovered over stays where it is
}

// ------------------------------------------------------------ choosing
function answer(given) {
  if (given === null) return draw([]);
  if (state.sent === state.frame.asked) return;
  if (!link.send({ type: "answer", asked: state.frame.asked, answer: given })) return; // it is said that the connection is lost
  state.sent = state.frame.asked;
  notice("");
  draw([]); // nothing can be chosen until the next scene
}

/** Whether something can be chosen now: not in what was, and not what was answered already. */
function choosing() { return !state.moment && state.sent !== state.frame.asked; }

/** An entry of the list. A finger cannot hover: where it matters how something is laid, its first touch only shows it. */
function pick(index, touched) {
  const { question } = state.scene;
  const places = question.options[index].about.filter((ref) => ref.includes("@"));
  const turned = question.options.some((other) => other.index !== index && places.some((ref) => other.about.includes(ref)));
  if (touched && turned && !state.choice.several && state.looked !== index) {
    state.looked = index;
    draw([]);
    preview(question.options[index]);
  } else answer(state.choice.pick(index));
}

/** A menu within the list: what its entries are about comes in sight. */
function open(part) {
  state.menu.push(part);
  draw([]);
  const inside = state.choice.left().filter((option) => state.menu.every((one, n) => option.parts[n] === one));
  const about = new Set(inside.flatMap((option) => option.about));
  showSome(byId("table"), [...dragging.things].filter(([, refs]) => refs.some((ref) => about.has(ref))).map(([element]) => element));
}

function clear() {
  state.looked = null;
  state.choice.clear();
  state.menu = [];
  draw([]);
}

function confirm() { if (state.choice.ready) answer([...state.choice.picked]); }

function preview(option) {
  const wanted = option && option.about.some((ref) => ref.includes("@")) ? option.index : null;
  if (state.wanted === wanted) return;
  state.wanted = wanted;
  if (wanted !== null) link.send({ type: "preview", option: wanted });
  else if (state.preview) { state.preview = null; drawBoards([]); }
}

/** What can be done with a thing that has these references. */
function act(refs) {
  const { choice } = state;
  const offered = choosing() && choice.optionsOf(refs).length > 0;
  return {
    refs, offered,
    picked: choosing() && (choice.isPicked(refs) || refs.some((ref) => choice.pointed.includes(ref))),
    point: () => { state.menu = []; answer(choice.point(refs)); }, // a menu that was open may not have it
    takes: (element) => { if (offered) dragging.takes(element, refs); },
  };
}

function together(dragged, refs) {
  if (state.choice.several) return [];
  const here = new Set(state.choice.optionsOf(refs));
  return state.choice.optionsOf(dragged).filter((option) => here.has(option));
}

function drop(dragged, refs) {
  const found = together(dragged, refs);
  if (found.length === 1) return answer(found[0].index);
  if (!found.length) return;
  state.choice.pointed = [];
  state.menu = [];
  state.choice.point(dragged);
  answer(state.choice.point(refs));
}

// ------------------------------------------------------------ drawing
/** Returns for how many milliseconds something moves. */
function draw(happened) {
  if (!state.scene) return 0;
  const shown = state.moment?.scene ?? state.scene;
  const again = keepFocus();
  close();
  document.title = `${state.scene.question ? "● " : ""}${shown.title}`;
  byId("title").textContent = shown.title;
  write("turn", whoseTurn(shown));
  fill(byId("tools"), ...tools());
  const to = { pick, looked: state.looked, confirm, clear, preview, hint, places: new Set(state.scene.maps.flatMap((one) => one.spots).map((spot) => spot.ref)), open };
  fill(byId("question"), ...(choosing() ? drawQuestion(state.choice, state.menu, to) : []));
  const lasts = drawBoards(happened); // after the question: how much it leaves to be seen is known
  if (!state.moment || !byId("slider")) fill(byId("result"), ...drawResult(state.scene, state.frame, state.moment && replay, { again: () => replay.want(0) }));
  fill(byId("log"), ...log.draw(state.moment?.scene.happened.at(-1)?.number));
  document.body.classList.toggle("asked", Boolean(state.scene.question) && !state.moment);
  document.body.dataset.asked = state.scene.question && choosing() ? state.frame.asked : ""; // for whoever drives the page
  again();
  goOn();
  return lasts;
}

function drawBoards(happened) {
  const shown = state.moment?.scene ?? state.scene;
  const scene = state.preview && !state.moment ? { ...shown, boards: state.preview.boards } : shown;
  const option = state.preview ? state.scene.question?.options[state.preview.option] : null;
  const table = { act, choice: state.choice, texts: scene.texts, previewed: new Set(option?.about ?? []), dice: thrown().draw(happened) };
  const before = remember(document.body);
  const again = keepFocus();
  dragging.forget();
  fill(byId("seats"), ...drawSeats(scene, state.frame.seats, table));
  const back = keepScroll(byId("table"));
  fill(byId("table"), ...drawTable(scene, table));
  fit(byId("table"));
  back();
  hint(state.meant);
  if (scene.question && choosing() && state.shown !== state.frame.asked) {
    state.shown = state.frame.asked;
    showSome(byId("table"), [...byId("table").querySelectorAll(".offered")]);
  }
  again();
  return glide(byId("table"), before, happened);
}

/** Shows on the table what an entry of the list is about. */
function hint(refs) {
  state.meant = refs;
  for (const [element, own] of dragging.things) element.classList.toggle("meant", own.some((ref) => refs.includes(ref)));
}

/** The dice as they lie now; of a moment that is looked at again, those that were rolled in it. */
function thrown() {
  if (!state.moment) return dice;
  const then = new Dice();
  then.tell(state.moment.scene.happened, true);
  return then;
}

function whoseTurn(scene) {
  if (scene.result) return say("table.over");
  if (scene.question) return say("table.your_turn");
  const busy = scene.seats.filter((seat) => seat.deciding).map((seat) => seat.name);
  if (busy.length) return say("table.waiting", busy.join(", "));
  const active = scene.seats.find((seat) => seat.active);
  return active ? say("table.turn", active.name) : "";
}

function tools() {
  const { scene, frame } = state;
  const answered = !frame.asked.endsWith(".0") && !scene.result && scene.seat >= 0;
  return [
    scene.seat < 0 && make("span.note", {}, say("table.watching")),
    answered && make("button.button", { type: "button", id: "undo", "data-key": "undo", onclick: () => link.send({ type: "undo" }) }, say("table.undo")),
    kept(token)?.watch && make("button.button", { type: "button", id: "links", "data-key": "links", onclick: () => linksDialog(kept(token)) }, say("table.links")),
    make("a.button", { href: `/rules/${encodeURIComponent(frame.game)}?${askingFor(frame.variants)}`, target: "_blank", rel: "noopener" }, say("table.rules")),
  ];
}

function notice(text) { write("notice", text); }

/** Not again what stands there already: it would be read again. */
function write(place, text) { if (byId(place).textContent !== text) byId(place).textContent = text; }
