import type { CompactStatement } from "#core/proofs/compact-statement.ts";
import type { LogVerdict } from "#core/proofs/saved-proof.ts";
import type { KnownFiles } from "../../compare/compare-file.ts";
import { numberGroups } from "#core/records/numbers.ts";
import { contentOf, moveFocus, takeFocusTarget } from "../../enhance/in-place.ts";
import type { ProblemId } from "../check-answers.tsx";
import type { Status } from "../verdict.ts";

export function showProblem(id: ProblemId, host = ""): void {
  const content = contentOf(`check-${id}`);
  if (content) show(fillIn(content, { host }));
}

type Shown = {
  statement: CompactStatement;
  status: Status;
  leadsTo: string | null;
  /** Of a saved statement: with these somebody can compare a file. */
  documents: readonly KnownFiles[];
  log: LogVerdict | undefined;
};

export function showStatement({ statement, status, leadsTo, documents, log }: Shown): void {
  const content = contentOf("check-statement");
  if (!content) return;
  const cases = new Set([status, ...(leadsTo === null ? [] : ["leads-to"]), log]);
  keepOnly(content, "case", (name) => cases.has(name));
  const kinds = new Set<string>(statement.kinds);
  keepOnly(content, "document", (kind) => (kind === "" ? kinds.size === 0 : kinds.has(kind)));
  const tool = content.querySelector<HTMLElement>("[data-compare]");
  if (documents.length === 0) tool?.remove();
  else if (tool) tool.dataset["known"] = JSON.stringify(documents);
  const { name, number, published, issued, ends } = statement;
  const days = {
    published: written(published),
    issued: written(issued),
    ends: written(ends),
    logged: log === "logged" ? written(issued) : "",
  };
  show(fillIn(content, { name, number: numberGroups(number).join("\u00A0"), host: leadsTo ?? "", ...days }));
}

function keepOnly(content: ParentNode, mark: string, isKept: (value: string) => boolean): void {
  for (const part of content.querySelectorAll<HTMLElement>(`[data-${mark}]`))
    if (!isKept(part.dataset[mark] ?? "")) part.remove();
}

/** As text: whatever a code holds, none of it becomes markup. */
function fillIn(content: DocumentFragment, values: Record<string, string>): DocumentFragment {
  for (const blank of content.querySelectorAll<HTMLElement>("[data-fill]")) {
    blank.textContent = values[blank.dataset["fill"] ?? ""] ?? "";
    // What the holder of a saved statement kept back.
    if (blank.textContent === "") blank.closest("dl > div")?.remove();
  }
  return content;
}

function written(day: string): string {
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(lang.startsWith("en") ? "en-GB" : lang, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return format.format(Date.parse(day));
}

function show(content: DocumentFragment): void {
  const target = takeFocusTarget(content);
  document.getElementById("check-answer")?.replaceChildren(content);
  moveFocus(target, "start");
}
