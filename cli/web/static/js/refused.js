// What the server refuses, in the language of the page. The server's own words tell programs, and authors, what was wrong.
import { say } from "./words.js";

const SAID = {
  no_table: () => say("refused.no_table"),
  no_game: () => say("refused.no_game"),
  too_many: () => say("refused.too_many"),
  full: () => say("refused.full"),
  names: () => say("refused.names"),
  settings: (text) => say("refused.settings", text),
  broken: (text) => say("refused.broken", text),
  rule: (text) => say("refused.rule", text),
  not_stored: (text) => say("refused.not_stored", text),
  stale: () => say("refused.stale"),
  not_asked: () => say("refused.not_asked"),
  illegal: () => say("refused.illegal"),
  over: () => say("table.over"),
  no_undo: () => say("refused.no_undo"),
  learned: () => say("refused.learned"),
};

/** @param {{code: string, text: string}} frame */
export function refusal({ code, text }) { return SAID[code]?.(text) ?? text; }
