import { onClick } from "./in-place.ts";

/** The arrows of a strip of documents. Each is pale at its end of the strip. */
export function scrollPapers(): void {
  onClick("[data-scroll]", HTMLButtonElement, (arrow) => {
    const strip = arrow.closest("section")?.querySelector(".papers");
    if (strip) strip.scrollBy({ left: forwards(strip) * directionOf(arrow) * strip.clientWidth * 0.9 });
  });
  // Scrolling does not bubble.
  document.addEventListener("scroll", ({ target }) => target instanceof Element && showEnds(target), {
    capture: true,
    passive: true,
  });
  watchSizes();
}

/** An answer is inserted later, and a fold opens. An arrow that leads nowhere is pale before anybody scrolls. */
function watchSizes(): void {
  const sizes = new ResizeObserver((changes) => changes.forEach(({ target }) => showEnds(target)));
  const watch = () => document.querySelectorAll(".papers").forEach((strip) => sizes.observe(strip));
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
  watch();
}

const directionOf = (arrow: HTMLElement) => Number(arrow.dataset["scroll"]);
const forwards = (strip: Element) => (getComputedStyle(strip).direction === "rtl" ? -1 : 1);

/** What is empty at the end of the strip, on the narrowest screen. A paper that snaps to the start may leave it hidden. */
const inset = 16;

function showEnds(strip: Element): void {
  if (!strip.matches(".papers")) return;
  const left = Math.abs(strip.scrollLeft);
  const ends = { "-1": left < 1, "1": left + strip.clientWidth > strip.scrollWidth - inset };
  for (const [direction, isEnd] of Object.entries(ends)) {
    const arrow = strip.closest("section")?.querySelector(`[data-scroll="${direction}"]`);
    arrow?.setAttribute("aria-disabled", String(isEnd));
  }
}
