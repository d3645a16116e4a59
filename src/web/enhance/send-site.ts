import { onClick } from "./in-place.ts";

/** "Send" opens the device's share dialog. If it is missing or fails, the user can copy the text. */
export function sendSite(): void {
  onClick("[data-send] > summary", HTMLElement, (summary, event) => {
    const ways = summary.parentElement;
    if (!("share" in navigator) || !(ways instanceof HTMLDetailsElement)) return;
    event.preventDefault();
    navigator.share({ text: textOf(summary) }).catch((error: unknown) => {
      // The user closed the share dialog, so the other ways stay closed too.
      ways.open = !(error instanceof DOMException && error.name === "AbortError");
    });
  });
  onClick("[data-copy]", HTMLElement, (button) => void copy(button));
}

const textOf = (within: Element) => within.closest<HTMLElement>("[data-send]")?.dataset["send"] ?? "";

async function copy(button: HTMLElement): Promise<void> {
  const said = button.parentElement?.querySelector("output");
  if (!said) return;
  try {
    await navigator.clipboard.writeText(textOf(button));
    said.textContent = said.dataset["copied"] ?? "";
  } catch {
    // Browsers copy only under HTTPS. Show the text, so that the user can select it.
    said.textContent = said.dataset["mark"] ?? "";
  }
}
