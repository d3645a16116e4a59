import path from "node:path/posix";
import { Marked, type Tokens } from "marked";
import { anchorsOfDocument } from "./anchors.ts";

/** A document with its place in the project, such as docs/office/README.md. */
export type Document = { file: string; title: string; source: string };
export type Group = { title: string; documents: readonly Document[] };

/** Where the document is in the static site. The project's README is its first page. */
export const pageOf = (file: string): string => (file === "README.md" ? "index.html" : file.replace(/md$/, "html"));

/** Returns the page of a document, with links to all others. */
export function renderPage({ file, title, source }: Document, groups: readonly Group[]): string {
  const files = new Set(groups.flatMap(({ documents }) => documents.map((one) => one.file)));
  const root = path.relative(path.dirname(pageOf(file)), ".") || ".";
  const address = (to: string) => `${root}/${pageOf(to)}`;
  const contents = groups.map(
    (group) => `<details${group.documents.some((one) => one.file === file) ? " open" : ""}>
<summary>${group.title}</summary>
<ul>${group.documents.map((one) => `<li><a href="${address(one.file)}"${one.file === file ? ' aria-current="page"' : ""}>${escaped(one.title)}</a></li>`).join("\n")}</ul>
</details>`,
  );
  return `<!doctype html>
<html lang="${file.endsWith(".bn.md") ? "bn" : "en"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} – Attestry</title>
<link rel="stylesheet" href="${root}/pagefind/pagefind-ui.css">
<link rel="stylesheet" href="${root}/docs.css">
<header>
<p><a href="${root}/index.html">Attestry</a></p>
<div id="search"></div>
</header>
<nav aria-label="Documents">
${contents.join("\n")}
</nav>
<main data-pagefind-body>
${toHtml(file, source, files)}
</main>
<script src="${root}/pagefind/pagefind-ui.js"></script>
<script>new PagefindUI({ element: "#search", showImages: false });</script>
`;
}

function toHtml(file: string, source: string, files: ReadonlySet<string>): string {
  const anchorOf = anchorsOfDocument();
  const markdown = new Marked({
    renderer: {
      heading({ text, tokens, depth }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      /** A link to a file that the static site does not have becomes plain words. */
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        if (/^(https?:|mailto:|#)/.test(href)) return `<a href="${escaped(href)}">${words}</a>`;
        const [to = "", anchor] = href.split("#");
        if (!files.has(path.join(path.dirname(file), to))) return words;
        const page = path.relative(path.dirname(pageOf(file)), pageOf(path.join(path.dirname(file), to)));
        return `<a href="${page}${anchor === undefined ? "" : `#${anchor}`}">${words}</a>`;
      },
    },
  });
  return markdown.parse(source, { async: false });
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
