import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { zoneNamed } from "#core/office-clock.ts";
import { overwriteGetZone } from "#i18n/reader-zone.ts";
import { overwriteGetSecondNumber, secondNumberIn } from "#i18n/reader-second-number.ts";
import { assertIsLocale, overwriteGetLocale } from "#i18n/compiled/runtime.js";

// The server has chosen the locale. A browser cannot choose the specification's wording by itself.
const locale = assertIsLocale(document.documentElement.lang);
overwriteGetLocale(() => locale);
// A browser may be older than a zone.
const zone = zoneNamed(document.documentElement.dataset["zone"] ?? "") ?? "UTC";
overwriteGetZone(() => zone);

const secondNumber = secondNumberIn(document.documentElement.dataset["number"]);
overwriteGetSecondNumber(() => secondNumber);

const bringBackTypedTexts = keepEarlyInput();

function LivePage() {
  useEffect(bringBackTypedTexts, []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <LivePage />
    </StrictMode>,
  );
});

/** Remembers text typed before hydration, because React then resets text areas. The returned function restores it. */
function keepEarlyInput(): () => void {
  const typed = new Map<HTMLTextAreaElement, string>();
  for (const area of document.querySelectorAll("textarea")) {
    if (area.value !== area.defaultValue) typed.set(area, area.value);
  }
  const hear = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) typed.set(target, target.value);
  };
  document.addEventListener("input", hear, true);
  return () => {
    document.removeEventListener("input", hear, true);
    for (const [area, text] of typed) if (area.value !== text) typeAgain(area, text);
    typed.clear();
  };
}

/** Uses the browser's own setter. React's setter would record the value, and React would then ignore the event. */
function typeAgain(area: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, text);
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
