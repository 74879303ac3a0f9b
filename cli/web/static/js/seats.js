// The score bar: who sits there, whose turn it is, who decides, what each has.
import { make } from "./dom.js";
import { colours, marks } from "./pieces.js";
import { level, say } from "./words.js";

export function drawSeats(scene, people, table) {
  return scene.seats.map((seat) => {
    const act = table.act([seat.ref]);
    const who = people[seat.number];
    const notes = [seat.you && say("table.you"), who?.who === "bot" && say("new.bot", level(who.bot)),
      who?.who === "person" && !seat.you && !who.here && say("table.away")].filter(Boolean);
    const busy = seat.you ? say("table.your_turn") : say("table.waiting", seat.name);
    const classes = ["seat", seat.active && "active", seat.deciding && "deciding", act.offered && "offered", act.picked && "picked"].filter(Boolean);
    const about = { "data-key": `seat ${seat.ref}`, vars: colours([seat.colour]) };
    if (act.offered) Object.assign(about, { type: "button", onclick: act.point });
    else Object.assign(about, { role: "group", "aria-label": seat.name });
    const element = make([act.offered ? "button" : "div", ...classes].join("."), about,
      make("span.dot", { "aria-hidden": "true" }),
      make("span.who", {}, seat.name, notes.length > 0 && make("small", {}, ` ${notes.join(", ")}`)),
      marks(seat.marks, false),
      seat.score !== null && !scene.together && make("strong.points", {}, make("span.unseen", {}, `${say("table.score")} `), String(seat.score)),
      seat.deciding && make("span.busy", { role: "img", title: busy, "aria-label": busy }, "…"));
    act.takes(element);
    return element;
  });
}
