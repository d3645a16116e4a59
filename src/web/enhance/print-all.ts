import { onClick, once } from "./in-place.ts";

/** Images of the strip load only when they are near. A print shows all of them, by the button, by key or by a menu. */
export function printAll(): void {
  onClick("[data-print]", HTMLElement, printWhole);
  addEventListener("keydown", (event) => {
    const button = document.querySelector("[data-print]");
    if (!button || !isPrintKey(event) || loadImages().every(({ complete }) => complete)) return;
    event.preventDefault();
    printWhole(button);
  });
  // The browser's own menu does not wait, but browsers wait for images that are loading.
  addEventListener("beforeprint", loadImages);
}

const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "p";

const printWhole = (button: Element) =>
  once(button, async () => {
    await Promise.race([Promise.allSettled(loadImages().map((image) => image.decode())), timeIsOver()]);
    print();
    return { isLeaving: false };
  });

function loadImages(): HTMLImageElement[] {
  const images = Array.from(document.querySelectorAll<HTMLImageElement>("img.image"));
  for (const image of images) image.loading = "eager";
  return images;
}

/** An image that never comes must not keep the others from the paper. */
const timeIsOver = () => new Promise((resolve) => setTimeout(resolve, 20_000));
