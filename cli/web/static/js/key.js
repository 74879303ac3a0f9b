// The key of the workshop. It comes once, in the part of the address that is never sent, and stays in this tab.

const KEPT = "rulelang.workshop";

export function workshopKey() {
  const typed = new URLSearchParams(location.hash.slice(1)).get("workshop") ?? "";
  try {
    if (/^[\w-]+$/.test(typed)) {
      sessionStorage.setItem(KEPT, typed);
      history.replaceState(null, "", location.pathname + location.search);
    }
    return sessionStorage.getItem(KEPT) ?? "";
  } catch { return typed; }
}
