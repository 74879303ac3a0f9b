// For whoever listens, or has only a keyboard: what is new is read once, and after an answer the focus goes on to the next question.
import { byId, fill, make } from "./dom.js";

const PLACES = "#question, #table, #seats"; // what is in them is drawn anew
let lost = false; // the focus was on something there that has gone

/** Before something is drawn anew. Returns what gives the focus back to it, if it is there again. */
export function keepFocus() {
  const focused = document.activeElement;
  const inside = Boolean(focused?.closest(PLACES));
  const key = focused?.dataset?.key;
  return () => {
    if (key) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    if (inside && nowhere()) lost = true;
  };
}

/** Who was on something that has gone goes on with the question, or with the result: not from the top of the page. */
export function goOn() {
  if (!nowhere()) lost = false;
  const next = lost && document.querySelector("#prompt, #result h2");
  if (!next) return;
  lost = false;
  next.focus({ preventScroll: true });
}

/** What screen readers read: only what is new, not all that is drawn anew. */
export function aloud(happened, question) {
  const told = happened.flatMap((chapter) => chapter.sentences.map((one) => one.text));
  if (question) told.push(question.prompt);
  if (told.length) fill(byId("said"), ...told.map((text) => make("p", {}, text)));
}

function nowhere() { return !document.activeElement || document.activeElement === document.body; }
