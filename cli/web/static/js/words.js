// The page's own words, in the language of whoever looks. The choice stays in this browser.

const KEPT = "rulelang.language";
export const LANGUAGES = { en: "English", cs: "Čeština", pl: "Polski" };
let texts = {};
let spoken = "en";

function kept() {
  try { return localStorage.getItem(KEPT) ?? ""; } catch { return ""; }
}

function keep(name) {
  try { localStorage.setItem(KEPT, name); } catch { /* then it lasts only for this page */ }
}

/** What is added to an address, so that the server answers in this language. */
export const asking = () => `lang=${encodeURIComponent(spoken)}`;
/** The same with the variants of a game. */
export const askingFor = (variants) => [asking(), ...variants.map((name) => `variant=${encodeURIComponent(name)}`)].join("&");
export const language = () => spoken;

export async function learnWords() {
  const typed = new URLSearchParams(location.search).get("lang"); // an address that says it says it for the next pages, too
  const found = await (await fetch(`/api/texts?lang=${encodeURIComponent(typed ?? kept())}`)).json();
  if (typed === found.language && self === top) keep(typed);
  texts = found.texts;
  spoken = found.language;
  document.documentElement.lang = spoken;
}

export function speak(name) {
  keep(name);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  location.replace(address);
  location.reload();
}

const LEVELS = { random: () => say("new.random"), easy: () => say("new.easy"), normal: () => say("new.normal"), hard: () => say("new.hard") };
/** How well a bot plays, in words. */
export const level = (bot) => LEVELS[bot]?.() ?? bot;

export function say(key, ...parts) {
  return (texts[key] ?? key).replace(/\{(\d)\}/g, (_, number) => String(parts[number - 1] ?? ""));
}
