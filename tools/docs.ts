// Makes a static site of all documents, with a search: npm run docs -- [FOLDER]
import { cp, glob, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as pagefind from "pagefind";
import { type Document, type Group, pageOf, renderPage } from "./docs/render-page.ts";

/** The documents by reader, in this order. */
const readers: readonly (readonly [title: string, files: readonly string[]])[] = [
  ["Attestry", ["README.md", "CHANGELOG.md"]],
  ["Office", ["docs/office/!(*.bn).md"]],
  ["অফিস", ["docs/office/*.bn.md"]],
  ["Operator", ["docs/operator/*.md"]],
  ["Integrator", ["docs/integrator/*.md", "packages/verify/README.md", "docs/{proof,specification}.md"]],
  ["Security", ["SECURITY.md", "docs/security/*.md"]],
  [
    "Builder",
    ["CONTRIBUTING.md", "docs/builder/*.md", "docs/{architecture,glossary,design-language,scaling,faults,decade}.md"],
  ],
  ["Decisions", ["docs/decisions/*.md"]],
];

// npm runs this in the project's folder. Names that a user types are relative to INIT_CWD.
const typed = process.argv[2];
const folder = typed === undefined ? "build/docs" : path.resolve(process.env["INIT_CWD"] ?? ".", typed);

const readmeFirst = (a: string, b: string): number =>
  Number(!isReadme(a)) - Number(!isReadme(b)) || a.localeCompare(b, "en");

const isReadme = (file: string) => path.basename(file).startsWith("README");

async function readDocument(file: string): Promise<Document> {
  const source = await readFile(file, "utf8");
  return { file, title: /^# (.*)/m.exec(source)?.[1]?.replaceAll("`", "") ?? file, source };
}

const groups: Group[] = await Promise.all(
  readers.map(async ([title, patterns]) => ({
    title,
    documents: await Promise.all((await Array.fromAsync(glob(patterns))).toSorted(readmeFirst).map(readDocument)),
  })),
);

for (const document of groups.flatMap(({ documents }) => documents)) {
  const page = path.join(folder, pageOf(document.file));
  await mkdir(path.dirname(page), { recursive: true });
  await writeFile(page, renderPage(document, groups));
}
await cp("docs/pictures", path.join(folder, "docs/pictures"), { recursive: true });
await cp("tools/docs/docs.css", path.join(folder, "docs.css"));

const { index } = await pagefind.createIndex();
if (!index) throw new Error("The search could not be made.");
const { page_count: count } = await index.addDirectory({ path: folder });
await index.writeFiles({ outputPath: path.join(folder, "pagefind") });
await pagefind.close();
console.log(`${count} pages in ${folder}. Open index.html through any web server.`);
