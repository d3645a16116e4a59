import { contentOf, onClick, setBusy } from "../../enhance/in-place.ts";
import { allowOwnScripts } from "../../enhance/trusted-types.ts";
import type { SavedReading } from "#verify/read-saved.ts";
import { readCode, statusOf } from "#verify/verdict.ts";
import { codesOnCamera } from "./camera.ts";
import { showProblem, showStatement } from "./show-answer.ts";
import { CheckProblem } from "./check-problem.ts";
import { codesIn, textOf } from "./read-file.ts";
import { loadScanner } from "./scanner.ts";
import { keepPage, watchKeeping } from "./keep-page.ts";
import { fetchStatementStatus, loadReader, searchWholeLog, siteKeys } from "./site-answers.ts";

const page = document.getElementById("check");
/** The site's public origin. The browser may have opened the page under another address of the site. */
const origin = page?.dataset["origin"] ?? "";

allowOwnScripts();
if (page && isSecureContext) start();
// Browsers verify signatures only under HTTPS.
else byNumberOnly();

function start(): void {
  takeFragment();
  // The user opens another link while the page is open.
  addEventListener("hashchange", takeFragment);
  // Load the keys early, for the first answer.
  void siteKeys();
  watchKeeping();
  onClick("[data-check=keep]", HTMLElement, () => void keepPage());
  onClick("[data-check=log]", HTMLElement, () => {
    const read = lastRead;
    if (read)
      void show(async (site) => withListings(await answerAbout(read, site, { readsLog: true }), lastText, site));
  });
  onClick("[data-check=camera]", HTMLElement, (button) => void openCamera(button));
  document.getElementById("check-address")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const box = document.getElementById("check-address-box");
    if (box instanceof HTMLInputElement) void show((site) => answerTo(box.value, site));
  });
  const chooser = document.getElementById("check-file");
  if (chooser instanceof HTMLInputElement) {
    // The scanner and the reader load while the user chooses the file.
    chooser.addEventListener("click", () => void Promise.allSettled([loadScanner(), loadReader()]));
    chooser.addEventListener("change", () => takeFiles(chooser.files, chooser));
    // On a slow phone, the user has chosen before this script ran.
    takeFiles(chooser.files, chooser);
  }
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    // If a saved statement is shown, the compare tool handles the dropped file.
    if (!document.querySelector("[data-compare]")) takeFiles(event.dataTransfer?.files);
  });
}

/**
 * Reads the code in the address's fragment, then removes the fragment from the address bar, so that bookmarks and
 * copied addresses do not contain it. Browsers never send a fragment to a server.
 */
function takeFragment(): void {
  const { href, hash } = location;
  const isPlaceOnPage = document.getElementById(hash.slice(1)) !== null;
  if (hash.length < 2 || isPlaceOnPage) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  void show((site) => answerTo(href, site));
}

function takeFiles(files: FileList | null | undefined, chooser?: HTMLInputElement): void {
  const [file] = files ?? [];
  if (!file) return;
  const work = show((site) => answerToFile(file, site));
  // Reset the input, so that the user can choose the same file again.
  if (chooser) void work.finally(() => (chooser.value = ""));
}

type Answer = () => void;

type OwnSite = Awaited<ReturnType<typeof ownSite>>;
type Find = (site: OwnSite) => Promise<Answer>;

let lastFind: Find | undefined;

/** Shows that the page is checking, then shows the answer. Drops the answer if the user starts another check before. */
async function show(find: Find): Promise<void> {
  lastFind = find;
  const looking = contentOf("check-looking");
  if (looking) document.getElementById("check-answer")?.replaceChildren(looking);
  const answer = await ownSite()
    .then(find)
    .catch((error: unknown) => problemIn(error, "unreadable"));
  if (find === lastFind) answer();
}

const problemIn =
  (error: unknown, otherwise: "unreadable" | "no-camera"): Answer =>
  () =>
    showProblem(error instanceof CheckProblem ? error.id : otherwise);

async function ownSite() {
  const known = await siteKeys();
  return { origins: [location.origin, origin, ...(known.keys?.former_issuers ?? [])], ...known };
}

async function answerToFile(file: Blob, site: OwnSite): Promise<Answer> {
  const text = await textOf(file);
  const saved = text === null ? null : await (await loadReader()).readSaved(text, site);
  if (!saved) return answerToOneOf(await codesIn(file), site);
  return withListings(await answerAbout(saved, site), text ?? "", site);
}

/** If a picture has several codes, uses the code of a slip. */
async function answerToOneOf(texts: readonly string[], site: OwnSite): Promise<Answer> {
  const [first] = texts;
  if (first === undefined) return () => showProblem("no-code");
  return answerTo(texts.find((text) => /\/check#/i.test(text)) ?? first, site);
}

async function openCamera(button: Element): Promise<void> {
  if (button.getAttribute("aria-disabled") === "true") return;
  setBusy(button, true);
  try {
    const texts = await codesOnCamera();
    if (texts.length > 0) await show((site) => answerToOneOf(texts, site));
  } catch (error) {
    problemIn(error, "no-camera")();
  } finally {
    setBusy(button, false);
  }
}

async function answerTo(text: string, site: OwnSite): Promise<Answer> {
  // Few visitors check receipts.
  if (/\/check#.*~/.test(text))
    return withListings(await (await import("./show-receipt.ts")).receiptIn(text, site), text, site);
  const reading = await readCode(text, site);
  const host = page?.dataset["registers"] === undefined || reading.kind !== "not-a-slip" ? null : hostIn(text);
  const answer = host ? () => showProblem("site", { host }) : await answerAbout({ reading, documents: [] }, site);
  return withListings(answer, text, site);
}

/** The host of an address, as a code contains it or people type it. */
const hostIn = (text: string) => /^\s*(?:https?:\/\/)?([^\s/?#@]+\.[^\s/?#@]+)(?![^\s/?#])/i.exec(text)?.[1] ?? null;

/** What the shown answer is about, and the text that was read. */
let lastRead: SavedReading | undefined;
let lastText = "";

/** Adds what the registers tell that this site believes. Without them, nothing is loaded. */
async function withListings(answer: Answer, text: string, { now }: OwnSite): Promise<Answer> {
  if (page?.dataset["registers"] === undefined) return answer;
  const told = await import("./listings.ts").then(({ listingsOf }) => listingsOf(text, now)).catch(() => undefined);
  return () => {
    answer();
    lastText = text;
    told?.();
  };
}

async function answerAbout(
  read: SavedReading,
  { origins, keys, keptAt, now }: OwnSite,
  { readsLog = false } = {},
): Promise<Answer> {
  const { reading, ...saved } = read;
  if (reading.kind === "unsigned" && keptAt) return () => showProblem("unknown-key", { keptAt });
  if (reading.kind !== "statement") return () => showProblem(reading.kind, "host" in reading ? reading : {});
  const { statement, leadsTo } = reading;
  const search = readsLog ? await searchWholeLog(read, keys) : null;
  const isWithdrawn = search?.kind === "withdrawn";
  const ask = async () => (isWithdrawn ? "withdrawn" : fetchStatementStatus(statement, { origins, keys, now }));
  const status = await statusOf(statement, now, ask);
  return () => {
    lastRead = read;
    showStatement({ ...saved, statement, status, leadsTo, keptAt, search });
  };
}

function byNumberOnly(): void {
  document.getElementById("check-tools")?.remove();
  document.getElementById("check-keep")?.remove();
  document.getElementById("check-look-up")?.classList.remove("scripted:hidden");
}
