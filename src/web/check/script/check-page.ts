import { contentOf, onClick, setBusy } from "../../enhance/in-place.ts";
import { allowOwnScripts } from "../../enhance/trusted-types.ts";
import type { SavedReading } from "#verify/read-saved.ts";
import { endedPapers } from "#verify/ended-papers.ts";
import { type Presented, presentedIn } from "#verify/presented.ts";
import { addressesOf, readSlip, statusOf, verdictOf } from "#verify/verdict.ts";
import type { ProblemId } from "../check-answers.tsx";
import { officeDayAt, showProblem, showStatement } from "./show-answer.ts";
import { CheckProblem } from "./check-problem.ts";
import { codesIn, textOf } from "./read-file.ts";
import { loadScanner } from "./scanner.ts";
import { keepPage, watchKeeping } from "./keep-page.ts";
import { fetchStatementStatus, loadReader, searchWholeLog, siteKeys } from "./site-answers.ts";

const page = document.getElementById("check");
/** The site's public origin. The browser may have opened the page under another address of the site. */
const origin = page?.dataset["origin"] ?? "";
const asksRegisters = page?.dataset["registers"] !== undefined;

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
    if (withWholeLog) void show(withWholeLog);
  });
  onClick("[data-check=camera]", HTMLElement, (button) => void openCamera(button));
  document.getElementById("check-address")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const box = document.getElementById("check-address-box");
    if (box instanceof HTMLInputElement) void show((site) => answerTo(box.value, site, "not-an-address"));
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

type ShowAnswer = () => void;

type OwnSite = Awaited<ReturnType<typeof ownSite>>;
type Find = (site: OwnSite) => Promise<ShowAnswer>;

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
  (error: unknown, otherwise: "unreadable" | "no-camera"): ShowAnswer =>
  () =>
    showProblem(error instanceof CheckProblem ? error.id : otherwise);

async function ownSite() {
  const known = await siteKeys();
  return { origins: addressesOf({ origins: [location.origin, origin], keys: known.keys }), ...known };
}

async function answerToFile(file: Blob, site: OwnSite): Promise<ShowAnswer> {
  const shown = presentedIn((await textOf(file)) ?? "");
  return shown?.kind === "statement" ? answerToShown(shown, site) : answerToOneOf(await codesIn(file), site);
}

/** If a picture has several codes, uses the code of a slip. */
async function answerToOneOf(texts: readonly string[], site: OwnSite): Promise<ShowAnswer> {
  const [first] = texts;
  if (first === undefined) return () => showProblem("no-code");
  return answerTo(texts.find((text) => /\/check#/i.test(text)) ?? first, site);
}

async function openCamera(button: Element): Promise<void> {
  if (button.getAttribute("aria-disabled") === "true") return;
  setBusy(button, true);
  try {
    // Many visitors have a link or a file.
    const { codesOnCamera } = await import("./camera.ts");
    const texts = await codesOnCamera();
    if (texts.length > 0) await show((site) => answerToOneOf(texts, site));
  } catch (error) {
    problemIn(error, "no-camera")();
  } finally {
    setBusy(button, false);
  }
}

async function answerTo(text: string, site: OwnSite, otherwise: ProblemId = "not-a-slip"): Promise<ShowAnswer> {
  const shown = presentedIn(text);
  return shown ? answerToShown(shown, site) : () => showProblem(otherwise);
}

/** Finds the shown answer again, with what the whole public log says. */
let withWholeLog: Find | undefined;

/** Adds what the registers tell that this site believes. Without them, no list is loaded. */
async function answerToShown(shown: Presented, site: OwnSite, readsLog = false): Promise<ShowAnswer> {
  const answer = await ownAnswerTo(shown, site, readsLog);
  const told = asksRegisters
    ? await import("./listings.ts").then(({ listingsOf }) => listingsOf(shown, site.now)).catch(() => undefined)
    : undefined;
  return () => {
    withWholeLog = (again) => answerToShown(shown, again, true);
    answer();
    told?.();
  };
}

/** What this site says without a register. */
async function ownAnswerTo(shown: Presented, site: OwnSite, readsLog: boolean): Promise<ShowAnswer> {
  if (shown.kind === "slip") return answerAbout({ reading: await readSlip(shown, site), documents: [] }, site, false);
  if (shown.kind === "statement")
    return answerAbout(await (await loadReader()).readProof(shown.proof, site), site, readsLog);
  // Few visitors check receipts.
  if (shown.kind === "receipt") return (await import("./show-receipt.ts")).receiptIn(shown, site, readsLog);
  return () => showProblem(asksRegisters ? "site" : "not-a-slip", { host: shown.link.host });
}

async function answerAbout(
  read: SavedReading,
  { origins, keys, keptAt, now }: OwnSite,
  readsLog: boolean,
): Promise<ShowAnswer> {
  const { reading, ...saved } = read;
  if (reading.kind === "unsigned" && keptAt) return () => showProblem("unknown-key", { keptAt });
  if (reading.kind !== "statement") return () => showProblem(reading.kind, "host" in reading ? reading : {});
  const { statement, leadsTo } = reading;
  const search = readsLog ? await searchWholeLog(read, keys) : null;
  const status = await statusOf(statement, now, () => fetchStatementStatus(statement, { origins, keys, now }));
  const verdict = verdictOf(status, { log: saved.log, search, now });
  const { dated, ...others } = saved;
  const ended = dated ? endedPapers(dated, officeDayAt(now)) : null;
  const papers = others.papers ?? (statement.ownPapers?.titles ?? []).map((title) => ({ kind: title, title }));
  return () => showStatement({ ...others, ...verdict, papers, ended, statement, leadsTo, keptAt, search });
}

function byNumberOnly(): void {
  document.getElementById("check-tools")?.remove();
  document.getElementById("check-keep")?.remove();
  document.getElementById("check-look-up")?.classList.remove("scripted:hidden");
}
