import { checkFields } from "./check-fields.ts";
import { answerInPlace } from "./answer-in-place.ts";
import { compareFiles } from "./compare-files.ts";
import { countDown } from "./count-down.ts";
import { onClick } from "./in-place.ts";
import { openPages } from "./open-pages.ts";
import { clickAfterLayoutShift } from "./click-after-layout-shift.ts";
import { tellOfMissingImages } from "./missing-images.ts";
import { sendSite } from "./send-site.ts";
import { walkSubjects } from "./menu-keys.ts";

checkFields();
answerInPlace();
compareFiles();
countDown();
openPages();
clickAfterLayoutShift();
tellOfMissingImages();
sendSite();
onClick("[data-print]", HTMLElement, () => print());
addEventListener("beforeprint", tellLocalTimes);
onClick("[data-theme-switch]", HTMLElement, switchTheme);
readNoticeOut();
fillInCard();
addEventListener("hashchange", fillInCard);
keepShell();
walkSubjects();

/** The code of a holder's card stands in the address where no server sees it, and stays there no longer than needed. */
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

/** Has the device store what it needs to say that it is offline. After the page, so that nothing on it waits. */
function keepShell(): void {
  // Not there under plain HTTP.
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** Each language has a worker of its own, with the page in its words; a new one takes the old one's place. */
function register(): void {
  const worker = `/sw.js?language=${document.documentElement.lang}`;
  // Where storing is forbidden, the site does without.
  navigator.serviceWorker.register(worker).catch(() => undefined);
}

/** The server knows one zone alone. */
function tellLocalTimes(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "long" });
  for (const time of document.querySelectorAll<HTMLTimeElement>(".print-only time"))
    time.textContent = format.format(new Date(time.dateTime));
}

/** Screen readers announce what is added to a page later, not what it has from the start. */
function readNoticeOut(): void {
  const notice = document.querySelector("[data-notice]");
  if (notice) setTimeout(() => notice.replaceChildren(...notice.childNodes), 100);
}

function switchTheme(): void {
  const page = document.documentElement.dataset;
  const theme = page["theme"] === "light" ? "dark" : "light";
  page["theme"] = theme;
  colourFrame(theme);
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Where storing is forbidden, the theme lasts as long as the page.
  }
}

/** What the browser draws around the page takes the first of two colours, if that one counts (frame/theme.tsx). */
function colourFrame(theme: "dark" | "light"): void {
  const light = document.querySelector<HTMLMetaElement>("[name=theme-color]");
  if (light) light.media = theme === "light" ? "all" : "not all";
}
