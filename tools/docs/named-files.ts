import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** Without packages and compiled texts. */
export const filesIn = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: folder, exclude: ["**/node_modules/**", "src/i18n/{compiled,bundled}/**"] });

export const documentsIn = (folder: string): string[] =>
  ["*.md", "docs/**/*.md", "packages/*/*.md"].flatMap((pattern) => filesIn(folder, pattern));

export const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```/gms, "");

/** Where the links and pictures of a document lead, without those to other sites. */
export const linksIn = (text: string): string[] =>
  [...withoutCode(text).matchAll(/(?:\]\(|src(?:set)?=")([^)"\s]+)[)"]/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^(https?|mailto):|^\//.test(link));

/** The code and files that a document cites. deploy/secrets is made by a script beside it. */
export const citedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|e2e|deploy|tools|packages)\/[^` ]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "deploy/secrets");

/** Decisions keep what was true then, and the pages for builders name files that somebody will add. */
const namesNoFiles = (file: string) => /^(?:docs\/(?:decisions|builder)\/|CONTRIBUTING\.md$)/.test(file);

/** What the documents of this folder link to or cite, and it lacks. */
export function missingFiles(folder: string): string[] {
  const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
  const linked = documentsIn(folder).flatMap((file) =>
    linksIn(read(file)).map((link) => ({ file, name: path.join(path.dirname(file), link.split("#")[0] ?? "") })),
  );
  const cited = documentsIn(folder)
    .filter((file) => !namesNoFiles(file))
    .flatMap((file) => citedIn(read(file)).map((name) => ({ file, name })));
  return [...linked, ...cited]
    .filter(({ name }) => !existsSync(path.join(folder, name)))
    .map(({ file, name }) => `${file}: ${name}`);
}
