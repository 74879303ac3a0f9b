// The choice of a language.
import { make } from "./dom.js";
import { LANGUAGES, language, say, speak } from "./words.js";

export function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([name, title]) =>
    make("option", { value: name, selected: name === language() }, title));
  return make("select", { "aria-label": say("shelf.language"), onchange: (e) => speak(e.target.value) }, ...options);
}
