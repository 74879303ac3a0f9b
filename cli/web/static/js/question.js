// The question: what is asked, the options as a list, and what is chosen so far.
import { make } from "./dom.js";
import { say } from "./words.js";

const GATHERED = 9; // more options than this are gathered by their first part

/** @param {Object} to {pick, confirm, clear, preview, hint, open, looked, places} */
export function drawQuestion(choice, menu, to) {
  const { question } = choice;
  if (!question) return [];
  const left = choice.left().filter((option) => menu.every((part, n) => option.parts[n] === part));
  const narrowed = choice.pointed.length > 0 || menu.length > 0 || choice.picked.length > 0;
  const { least, most } = question;
  return [
    make("div.prompt", {},
      make("h2", { id: "prompt", tabindex: "-1" }, question.prompt),
      question.secret && make("span.note", {}, say("table.secret")),
      choice.several && make("span.note", {}, least === most ? say("table.choose_exactly", least) : say("table.choose_some", least, most),
        " · ", say("table.chosen", choice.picked.length))),
    make(left.every((option) => onBoard(option, to.places)) ? "div.options.few" : "div.options", { role: "group", "aria-labelledby": "prompt" }, ...entries(choice, left, menu, to)),
    make("div.actions", {},
      choice.several && make("button.button.main", { type: "button", id: "confirm", "data-key": "confirm", disabled: !choice.ready, onclick: to.confirm }, say("table.confirm")),
      narrowed && make("button.button", { type: "button", id: "clear", "data-key": "clear", onclick: to.clear }, choice.several ? say("table.clear") : say("table.all"))),
  ];
}

/** Whether it can be pointed at on a board or a map: then a long list leaves the board its room. */
function onBoard(option, places) { return option.about.some((ref) => ref.includes("@") || places.has(ref)); }

function entries(choice, left, menu, to) {
  const groups = new Map();
  for (const option of left) {
    const part = option.parts.length > menu.length + 1 ? option.parts[menu.length] : null;
    const key = part === null || choice.several ? `option ${option.index}` : `part ${part}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(option);
  }
  if (left.length <= GATHERED || groups.size === 1 || groups.size === left.length)
    return left.map((option, n) => entry(option, n, choice, to));
  return [...groups.values()].map((options, n) =>
    options.length === 1 ? entry(options[0], n, choice, to) : gathered(options, n, menu, to));
}

function entry(option, number, choice, to) {
  const picked = choice.picked.indexOf(option.index);
  const shown = number < 9 ? String(number + 1) : "";
  const about = {
    type: "button", "data-option": String(option.index), "data-key": `option ${option.key}`, "aria-keyshortcuts": shown || null, onclick: (event) => to.pick(option.index, event.pointerType === "touch"),
    ...hovering(() => { to.preview(option); to.hint(option.about); }, () => { to.preview(null); to.hint([]); }),
  };
  if (choice.several) about["aria-pressed"] = String(picked >= 0);
  return make(`button.option${picked >= 0 ? ".picked" : ""}`, about,
    shown && make("kbd", { "aria-hidden": "true" }, shown), make("span", {}, option.label),
    to.looked === option.index && make("small", {}, say("table.tap_again")),
    picked >= 0 && choice.question.ordered && make("span.order", {}, String(picked + 1)));
}

function hovering(enter, leave) { return { onmouseenter: enter, onfocus: enter, onmouseleave: leave, onblur: leave }; }

function gathered(options, number, menu, to) {
  const part = options[0].parts[menu.length];
  const common = options[0].about.filter((ref) => options.every((option) => option.about.includes(ref)));
  const meant = common.length ? common : options.flatMap((option) => option.about);
  return make("button.option.more", { type: "button", "data-key": `more ${part}`, "aria-keyshortcuts": number < 9 ? String(number + 1) : null, onclick: () => to.open(part), ...hovering(() => to.hint(meant), () => to.hint([])) },
    number < 9 && make("kbd", { "aria-hidden": "true" }, String(number + 1)), make("span", {}, part.includes("…") ? part : `${part} …`), make("small", {}, String(options.length)));
}
