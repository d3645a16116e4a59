import { onClick } from "./in-place.ts";

/** Where the device has its own ways to share, "Send" opens those; elsewhere the text can be copied. */
export function sendSite(): void {
  onClick("[data-send] > summary", HTMLElement, (summary, event) => {
    if (!("share" in navigator)) return;
    event.preventDefault();
    // Whoever closes it again has shared nothing, which is no fault.
    navigator.share({ text: textOf(summary) }).catch(() => undefined);
  });
  onClick("[data-copy]", HTMLElement, (button) => void copy(button));
}

const textOf = (within: Element) => within.closest<HTMLElement>("[data-send]")?.dataset["send"] ?? "";

async function copy(button: HTMLElement): Promise<void> {
  const said = button.parentElement?.querySelector("output");
  const isCopied = await navigator.clipboard.writeText(textOf(button)).then(
    () => true,
    () => false,
  );
  // Without HTTPS nothing can be copied; the text can be selected by hand.
  if (said) said.textContent = isCopied ? (said.dataset["copied"] ?? "") : textOf(button);
}
