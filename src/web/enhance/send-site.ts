import { onClick } from "./in-place.ts";

/** Where the device has its own ways to share, "Send" opens those; elsewhere, or where they fail, the text can be copied. */
export function sendSite(): void {
  onClick("[data-send] > summary", HTMLElement, (summary, event) => {
    const ways = summary.parentElement;
    if (!("share" in navigator) || !(ways instanceof HTMLDetailsElement)) return;
    event.preventDefault();
    navigator.share({ text: textOf(summary) }).catch((error: unknown) => {
      // Whoever closes the device's ways has changed their mind.
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
    // Browsers copy under HTTPS alone. The text can be marked by hand.
    said.textContent = said.dataset["mark"] ?? "";
  }
}
