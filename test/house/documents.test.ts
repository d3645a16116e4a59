import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { anchorsOfDocument } from "../../tools/docs/anchors.ts";
import { citedIn, documentsIn, filesIn, linksIn, missingFiles, withoutCode } from "../../tools/docs/named-files.ts";
import { findCommand } from "../../src/cli/help.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const found = (pattern: string) => filesIn(root, pattern);
const documents = documentsIn(root);

/** The anchors that a reader of the repository gets from the headings. */
function anchorsOf(file: string): string[] {
  const anchorOf = anchorsOfDocument();
  return [...withoutCode(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

test("each link, picture and citation of a document leads to a file", () => {
  expect(documents.length).toBeGreaterThan(60);
  expect(citedIn(read("docs/security/asvs.md")).length).toBeGreaterThan(100);
  expect(missingFiles(root)).toEqual([]);
});

test("no document has a mark of a merge", () => {
  const marks = /^(?:<<<<<<<|\\?=======|>>>>>>>|(?:> ){6}>)/m;
  expect(documents.filter((file) => marks.test(read(file)))).toEqual([]);
});

test("each link into a document leads to a heading", () => {
  const broken = documents.flatMap((file) =>
    linksIn(read(file)).flatMap((link) => {
      const [target = "", anchor] = link.split("#");
      if (anchor === undefined) return [];
      const there = target === "" ? file : path.join(path.dirname(file), target);
      return anchorsOf(there).includes(anchor) ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("code and tests name only documents that exist", () => {
  const sources = found("{src,test,e2e,tools,packages,bench,deploy}/**/*.{ts,tsx,js,json,yaml,yml,conf,sh}");
  const missing = [...sources, ...documents].flatMap((file) =>
    [...read(file).matchAll(/(?<![\w./])docs\/[\w/.-]+\.(?:md|py)\b/g)]
      .map(([name]) => name)
      .filter((name) => !name.includes("NNNN") && !existsSync(path.join(root, name)))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** Commands in blocks of shell, and in the text between backticks. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/```sh.*?\n(.*?)```|`(attestry [^`]+)`/gs)]
    .map(([, block = "", inline = ""]) => (block + inline).replaceAll(/exec (?:-T )?attestry (?=\S)/g, ""))
    .flatMap((code) =>
      [...code.matchAll(/\battestry (?:-- )?([a-z][^\n|&;#>)]*)/g)].map(([, command = ""]) => command),
    );

function wrongCommand(command: string): boolean {
  const words = command.trim().split(/\s+/);
  if (words[0] === "help") return false;
  const known = findCommand(words);
  if (!known) return true;
  const options = new Set([
    "--help",
    ...Object.keys(known.command.options ?? {}).map((option) => option.split(" ")[0]),
  ]);
  return known.args.some((word) => word.startsWith("--") && !options.has(word.split("=")[0]));
}

test("each command of attestry in a document exists, with its options", () => {
  // Decisions keep what was true then. proof.md quotes the words that begin a signed statement.
  const pages = documents.filter((file) => !file.startsWith("docs/decisions/") && file !== "docs/proof.md");
  const commands = pages.flatMap((file) => commandsIn(read(file)).map((command) => ({ file, command })));
  expect(commands.length).toBeGreaterThan(50);
  expect(commands.filter(({ command }) => wrongCommand(command))).toEqual([]);
});

test("the office's pages name buttons, boxes and pages in the words of the dashboard", () => {
  const pages = found("docs/office/*.md");
  for (const language of ["en", "bn"]) {
    const catalogs = found(`src/i18n/messages/${language}/*.json`).map((file) => JSON.parse(read(file)) as object);
    const words = new Set(catalogs.flatMap((catalog) => Object.values(catalog)));
    const named = pages
      .filter((file) => file.endsWith(".bn.md") === (language === "bn"))
      .flatMap((file) => [...read(file).matchAll(/\*\*(.+?)\*\*/g)].map(([, label = ""]) => `${file}: ${label}`));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((label) => !words.has(label.split(": ").slice(1).join(": ")))).toEqual([]);
  }
});

test("each page of the office has the same headings, steps, points and rows in Bangla", () => {
  const partsOf = (file: string) => [...read(file).matchAll(/^ *(#+|\d+\.|[-|])(?= )/gm)].map(([, mark]) => mark);
  for (const file of found("docs/office/*.bn.md")) {
    expect([file, ...partsOf(file)]).toEqual([file, ...partsOf(file.replace(".bn.md", ".md"))]);
  }
});

test("each alert and each line of the doctor has a section that says what to do", () => {
  const sections = [...read("docs/operator/alarms.md").matchAll(/^## (.*)$/gm)].map(([, heading = ""]) => heading);
  const alerts = [...read("deploy/alerts.yml").matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  const lines = [...read("src/cli/doctor.ts").matchAll(/^ {2}(\w+): \{\s*check/gm)].map(([, name = ""]) => name);
  expect(Math.min(alerts.length, lines.length)).toBeGreaterThan(5);
  const headed = (name: string) => sections.some((heading) => heading.split(", ").includes(name));
  // The public log has two sections with the words that the mails to admins quote.
  const quoted = { AttestryLogIsDamaged: "The log is damaged", AttestryLogIsSplit: "A witness knows another log" };
  const wanted = [...alerts, ...lines].map(
    (name) => Object.entries(quoted).find(([alert]) => alert === name)?.[1] ?? name,
  );
  expect(wanted.filter((name) => !headed(name))).toEqual([]);
});

test("the operator's pages, and all documents in English, stay short enough to be read", () => {
  const wordsIn = (files: string[]) => files.flatMap((file) => read(file).match(/[\p{L}\p{N}]\S*/gu) ?? []).length;
  expect(wordsIn(found("docs/operator/*.md"))).toBeLessThanOrEqual(5400);
  // Packages are read alone, decisions and the changelog only grow, and four documents have a row for each thing that they list.
  const apart =
    /^(?:packages\/|CHANGELOG\.md|docs\/decisions\/|docs\/specification\.md|docs\/what-(?:strangers-get|readers-conclude)\.md|docs\/security\/who-may\.md)|\.bn\.md$/;
  expect(wordsIn(documents.filter((file) => !apart.test(file)))).toBeLessThanOrEqual(39_000);
});
