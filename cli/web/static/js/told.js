// What the workshop tells about a definition: what is wrong, and how its scenarios went.
import { make } from "./dom.js";
import { say } from "./words.js";

/** @param {{findings: Array|null, scenarios: Array|null, running: boolean}} known @param {{go: Function, run: Function}} to */
export function drawTold(known, to) {
  return [
    make("h2", {}, say("workshop.findings"), known.findings === null && make("small", {}, say("workshop.checking"))),
    known.findings?.length === 0 && make("p.quiet", { id: "fine" }, say("workshop.fine")),
    make("ul", { id: "findings" }, ...(known.findings ?? []).map((one) => make("li", {}, finding(one, to)))),
    make("h2", {}, say("workshop.scenarios"),
      make("button.button", { type: "button", id: "run", disabled: known.running, onclick: to.run }, say("workshop.run")),
      make("small", { id: "counted" }, known.running ? say("workshop.running") : known.scenarios ? counted(known.scenarios) : "")),
    make("ul", { id: "scenarios" }, ...(known.scenarios ?? []).filter((one) => one.state !== "passed").map((one) => make("li", {}, scenario(one, to)))),
  ];
}

function counted(scenarios) {
  const count = (state) => scenarios.filter((one) => one.state === state).length;
  return say("workshop.counted", count("passed"), count("failed"), count("not_run"));
}

function finding(one, to) {
  return make(`button.finding.${one.severity}`, { type: "button", onclick: () => to.go(one) },
    make("strong", {}, one.title), one.why && make("span", {}, one.why), one.hint && make("span", {}, one.hint),
    make("small", {}, `${say("workshop.at", one.file, one.line)} · ${one.code}`));
}

function scenario(one, to) {
  return make("button.finding.failed", { type: "button", onclick: () => to.go({ ...one, column: 1 }) },
    make("strong", {}, one.title),
    make("span", {}, one.state === "failed" ? say("workshop.expected", one.expected, one.found) : say("workshop.not_run")),
    make("small", {}, say("workshop.at", one.file, one.line)));
}
