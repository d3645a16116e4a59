import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { closeHolderPage } from "#operations/holders/holder-page.ts";
import { policyOf, routeAt, routes } from "#server/routes.ts";
import { m } from "#i18n/compiled/messages.js";
import { MailServer } from "../support/mail-server.ts";
import { whenFileEnds } from "../support/portals.ts";
import { fetchers, notPressed, onlyReads, refusedBefore } from "./every-form/named.ts";
import { type Answer, press } from "./every-form/press.ts";
import { each, type Pressable, readPages } from "./every-form/read-pages.ts";
import { filledSite } from "./every-form/site.ts";

const mailServer = await new MailServer().start();
whenFileEnds(() => mailServer.stop());
const { url, portal, server, readers } = await filledSite({ SMTP_URL: mailServer.url });
const known = new Map<string, Pressable>();
for (const reader of readers) await readPages(url, reader, known);
const buttons = [...known.values()];

const localeOf = ({ reader }: Pressable) => (reader.cookies[0] === "language=hi" ? "hi" : "bn");
type Message = (inputs: object, options: { locale: "bn" | "hi" }) => string;

/** Presses each button. Returns those for which nobody is told with one of these messages, or for which typed values are lost. */
async function silent(pressed: readonly Pressable[], messages: readonly Message[], keeps = true): Promise<string[]> {
  const found: string[] = [];
  const judge = (one: Pressable, { status, problems, lost }: Answer) => {
    const words = messages.map((message) => message({}, { locale: localeOf(one) }));
    const isTold = problems.some((problem) => words.some((expected) => problem.includes(expected)));
    const rest = keeps && lost.length > 0 ? `lost ${lost.join()}` : "";
    if (!isTold || rest)
      found.push(`${one.key}, ${one.reader.name}, ${one.page}: ${status} ${problems.join(" ")} ${rest}`);
  };
  await each(pressed, async (one) => judge(one, await press(url, one)));
  return found.toSorted();
}

test("every route of a form is pressed, or named with its reason", () => {
  const ofForms = routes.filter(
    (route) => route.kind === "page" && policyOf(route, "POST") !== null && route.path !== "/*",
  );
  const pressed = new Set(buttons.map(({ route }) => route));
  const unpressed = ofForms.map(({ path }) => path).filter((path) => !pressed.has(path));
  expect(unpressed.toSorted()).toEqual(Object.keys(notPressed).toSorted());
  expect(Object.keys(refusedBefore).filter((key) => !known.has(key))).toEqual([]);
});

test("every fetcher is named, with who shows what its action answers", () => {
  const files = globSync("src/web/**/*.{ts,tsx}").filter((file) => /\buseFetcher\b/.test(readFileSync(file, "utf8")));
  expect(files.map((file) => file.replace("src/web/", "")).toSorted()).toEqual(Object.keys(fetchers).toSorted());
});

test("while nothing can be written, every button says so, and keeps what was typed", async () => {
  const limit = (bytes: string) => execFileSync("prlimit", ["--pid", String(server.child.pid), `--fsize=${bytes}:`]);
  const writing = buttons.filter((one) => !onlyReads(one) && !(one.key in refusedBefore));
  limit("0");
  const found = await silent(writing, [
    m.problem_failed,
    m.problem_unavailable,
    m.problem_internal,
    m.report_failed,
    m.upload_failed,
  ]);
  limit("unlimited");
  expect(found).toEqual([]);
});

test("once the holder's page has closed, every button of it says so, and shows what was typed", async () => {
  const opened = readers.flatMap((reader) => reader.opened ?? []);
  for (const one of opened) await closeHolderPage(portal, one);
  const ofOpenPage = buttons.filter(
    ({ reader, route, does }) => reader.opened && route === "/my-record" && !["use", "close"].includes(does),
  );
  const found = await silent(ofOpenPage, [m.holder_page_closed]);
  expect(found).toEqual([]);
  expect(ofOpenPage.length).toBeGreaterThan(10);
});

// Without scripts the typed values are in the browser's history; with scripts the page keeps them (failures.spec.ts).
test("once the session has ended, every button says so", async () => {
  await portal.database.write((writer) => writer.deleteFrom("session").execute());
  const ofPeople = buttons.filter(
    ({ route, does }) => policyOf(routeAt(route), "POST") !== "anyone" || does === "account",
  );
  const found = await silent(ofPeople, [m.notice_session_ended], false);
  expect(found).toEqual([]);
});
