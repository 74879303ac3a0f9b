// The links of a new table, for friends and for watchers.
import { fill, make } from "./dom.js";
import { say } from "./words.js";

export function showLinks(place, links, watch) {
  const mine = links.find((link) => link.mine);
  fill(place,
    make("p", {}, say("new.links")),
    ...links.filter((link) => link !== mine).map((link) => row(say("new.seat", link.number + 1), link.token)),
    row(say("new.watch"), watch),
    mine && make("p.actions", {}, make("a.button.main", { id: "sit", href: `/t/${mine.token}` }, say("new.sit"))));
}

function row(title, token) {
  const address = new URL(`/t/${token}`, location.href).href;
  const button = make("button.button", { type: "button" }, say("new.copy"));
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = say("new.copied");
    } catch {
      button.previousSibling.select();
    }
  });
  return make("div.row", {}, make("span", {}, title),
    make("input.link", { readonly: true, value: address, "aria-label": title, onfocus: (e) => e.target.select() }), button);
}
