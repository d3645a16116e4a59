import { checkFields } from "./check-fields.ts";
import { answerInPlace } from "./answer-in-place.ts";
import { compareFiles } from "./compare-files.ts";
import { countDown } from "./count-down.ts";
import { onClick } from "./in-place.ts";
import { adoptLateFont } from "./late-font.ts";
import { openPages } from "./open-pages.ts";
import { clickAfterLayoutShift } from "./click-after-layout-shift.ts";
import { tellOfMissingImages } from "./missing-images.ts";
import { registerWorker } from "./register-worker.ts";
import { sendSite } from "./send-site.ts";
import { walkSubjects } from "./menu-keys.ts";
import { allowOwnScripts } from "./trusted-types.ts";

allowOwnScripts();
checkFields();
answerInPlace();
compareFiles();
countDown();
openPages();
clickAfterLayoutShift();
adoptLateFont();
tellOfMissingImages();
sendSite();
onClick("[data-theme-switch]", HTMLElement, switchTheme);
readFlashOut();
fillInCard();
addEventListener("hashchange", fillInCard);
keepShell();
walkSubjects();
if (document.querySelector("#lookup, .record")) void loadSheet();

/** If it does not load, a receipt comes as from a page without scripts. */
function loadSheet(): Promise<void> {
  return import("./of-sheet.ts").then(
    ({ enhanceSheet }) => enhanceSheet(),
    () => undefined,
  );
}

/** Fills in the code of a holder's card from the address's fragment, which servers never see. Then removes it there. */
function fillInCard(): void {
  const box = document.querySelector<HTMLInputElement>("[data-card]");
  const code = location.hash.slice(1);
  if (!box || !/^[\dA-Z-]{16,19}$/.test(code)) return;
  box.value = code;
  history.replaceState(null, "", location.pathname);
  const folded = box.closest("details");
  if (!folded) return;
  folded.open = true;
  folded.scrollIntoView();
}

function keepShell(): void {
  // Service workers are missing under plain HTTP. If the browser forbids storage, the site works without a worker.
  if ("serviceWorker" in navigator) registerWorker().catch(() => undefined);
}

/** Inserts the flash message again a moment later. Screen readers announce later changes, not the content at the start. */
function readFlashOut(): void {
  const flash = document.querySelector("[data-flash]");
  if (flash) setTimeout(() => flash.replaceChildren(...flash.childNodes), 100);
}

function switchTheme(): void {
  const page = document.documentElement.dataset;
  const theme = page["theme"] === "light" ? "dark" : "light";
  page["theme"] = theme;
  colourFrame(theme);
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // If the browser forbids storage, the theme is lost when the page closes.
  }
}

/** Browsers colour their own frame with the first `theme-color` whose `media` matches (frame/theme.tsx). */
function colourFrame(theme: "dark" | "light"): void {
  const light = document.querySelector<HTMLMetaElement>("[name=theme-color]");
  if (light) light.media = theme === "light" ? "all" : "not all";
}
