// The keyboard: digits choose from the list, arrows go from one thing that can be chosen to the next, Escape clears.

export function listenToKeys(to) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (/^[1-9]$/.test(event.key)) {
      const entry = document.querySelectorAll("#question .option")[Number(event.key) - 1];
      if (entry) { event.preventDefault(); entry.click(); }
    } else if (event.key === "Escape") to.clear();
    else if (["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].includes(event.key)) go(event);
  });
}

function go(event) {
  const things = [...document.querySelectorAll("button.offered, #question button:not(:disabled)")];
  if (!things.length) return;
  const now = things.indexOf(document.activeElement);
  const back = event.key === "ArrowLeft" || event.key === "ArrowUp";
  const next = now < 0 ? 0 : (now + (back ? things.length - 1 : 1)) % things.length;
  event.preventDefault();
  things[next].focus();
}
