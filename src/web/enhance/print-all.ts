import { onClick, once } from "./in-place.ts";

/** Images of the strip load only when they are near. A print shows all of them, by the button, by key or by a menu. */
export function printAll(): void {
  onClick("[data-print]", HTMLElement, printWhole);
  addEventListener("keydown", (event) => {
    const button = document.querySelector("[data-print]");
    if (!button || !isPrintKey(event) || missingImages().length === 0) return;
    event.preventDefault();
    printWhole(button);
  });
  addEventListener("beforeprint", () => {
    const until = performance.now() + 10_000;
    for (const image of missingImages()) if (performance.now() < until) loadAtOnce(image);
  });
}

const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "p";

const printWhole = (button: Element) =>
  once(button, async () => {
    await Promise.race([Promise.allSettled(missingImages().map(loaded)), timeIsOver()]);
    print();
    return { isLeaving: false };
  });

/** Also those that are on their way. One that did not come is complete, and is not asked for again. */
const missingImages = () =>
  [...document.querySelectorAll<HTMLImageElement>("img.image")].filter(({ complete }) => !complete);

function loaded(image: HTMLImageElement): Promise<void> {
  image.loading = "eager";
  return image.decode();
}

/**
 * A browser's own menu does not wait for what a page loads, so the page waits. Browsers decode the address of data before
 * they print.
 */
function loadAtOnce(image: HTMLImageElement): void {
  image.loading = "eager";
  const request = new XMLHttpRequest();
  request.open("GET", image.src, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
  } catch {
    return;
  }
  const type = request.getResponseHeader("Content-Type");
  if (request.status !== 200) return;
  image.removeAttribute("srcset");
  image.src = `data:${type};base64,${btoa(withoutHighBytes(request.responseText))}`;
}

/** The charset of the request gives each byte above 127 a letter of its own. */
const withoutHighBytes = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(letter.charCodeAt(0) & 0xff)).join("");

/** An image that never comes must not keep the others from the paper. */
const timeIsOver = () => new Promise((resolve) => setTimeout(resolve, 20_000));
