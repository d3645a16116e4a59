/** In the menu, ↑ and ↓ move among subjects or links. ← and → move between a subject and its links. */
export function walkSubjects(): void {
  const menu = document.querySelector<HTMLElement>(".mega-menu");
  menu?.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const next = target instanceof Element ? neighbour(menu, target, key) : null;
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  menu?.addEventListener("toggle", showOpened, { capture: true });
}

function showOpened({ target }: Event): void {
  if (target instanceof HTMLDetailsElement && target.open) target.scrollIntoView({ block: "nearest" });
}

function neighbour(menu: HTMLElement, from: Element, key: string): HTMLElement | null {
  const subject = from.closest("details");
  const isSubject = from.matches("summary");
  if (!subject || (!isSubject && !from.matches("a"))) return null;
  if (key === "ArrowDown" || key === "ArrowUp") {
    const row = [...(isSubject ? menu : subject).querySelectorAll<HTMLElement>(isSubject ? "summary" : "a")];
    return row.find((_, at) => row[key === "ArrowDown" ? at - 1 : at + 1] === from) ?? null;
  }
  const [inwards, outwards] =
    getComputedStyle(menu).direction === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  if (key === inwards && isSubject) return subject.querySelector("a");
  return key === outwards && !isSubject ? subject.querySelector("summary") : null;
}
