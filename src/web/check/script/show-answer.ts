import type { CompactStatement } from "#verify/compact-statement.ts";
import { zoneNamed } from "#core/office-clock.ts";
import { joinedMoment } from "#i18n/joined-moment.ts";
import { groupsOf } from "#core/records/numbers.ts";
import { contentOf, moveFocus, takeFocusTarget } from "../../enhance/in-place.ts";
import type { ProblemId } from "../check-answers.tsx";
import type { DatedPaper } from "#verify/saved-statement.ts";
import type { LogSearch } from "#verify/search-log.ts";
import type { Witnessed } from "#verify/policy.ts";
import type { SavedReading } from "#verify/read-saved.ts";
import type { Verdict } from "#verify/verdict.ts";

/** When the device stored the keys that it used for the check. Null if they were fetched just now. */
export type KeptKeys = { keptAt: Date | null };

export function showProblem(id: ProblemId, { host = "", keptAt }: Partial<KeptKeys> & { host?: string } = {}): void {
  const content = contentOf(`check-${id}`);
  if (content) show(fillIn(content, { host, keptKeys: momentOf(keptAt) }));
}

type StatementToShow = Omit<SavedReading, "reading" | "dated"> &
  KeptKeys &
  Verdict & {
    statement: CompactStatement;
    leadsTo: string | null;
    /** Null for a slip: its code has no last days. */
    ended: readonly DatedPaper[] | null;
    /** What the whole log says. Null if it was not read. */
    search: LogSearch | null;
  };

export function showStatement({
  statement,
  standing,
  leadsTo,
  documents,
  own = [],
  papers = [],
  ended,
  operator,
  ...more
}: StatementToShow): void {
  const ownPapers = statement.ownPapers?.count ?? papers.length;
  const { log, witnessed, proof, isKeyStolen, keptAt, search, leftOut } = more;
  const content = contentOf("check-statement");
  if (!content) return;
  const { name: called = "", licence: licensed = "" } =
    content.querySelector<HTMLElement>("[data-licence]")?.dataset ?? {};
  const signer = operator ?? { name: called, licence: licensed };
  const isOther = signer.name !== called || signer.licence !== licensed;
  keepOnly(content, "case", [
    standing,
    `log-${search?.kind}`,
    documents[0] && "files",
    leftOut && "left-out",
    leadsTo && "leads-to",
    isKeyStolen && "key-stolen",
    proof && standing !== "withdrawn" && (search === null || search.kind === "unread") && "may-read-log",
    keptAt && "kept-keys",
    isOther && "other-name",
    signer.licence && "licensed",
    ...aboutDays(statement.published, ended),
    (statement.name === "" || statement.number === "") && "incomplete",
    statement.nameSha256 && "name-cut",
    statement.number && "number",
    own.length + ownPapers > 0 && "own",
    ownPapers > papers.length && "more-papers",
  ]);
  const isNone = statement.kinds.length + ownPapers === 0;
  keepOnly(content, "document", [...statement.kinds, isNone && (proof ? "none" : "none-named")]);
  repeatFor(content, "[data-paper]", papers, (row, { title }) => {
    for (const name of row.querySelectorAll("bdi")) name.textContent = title;
  });
  const tool = content.querySelector<HTMLElement>("[data-compare]");
  if (tool) knowFiles(tool, documents, papers);
  showOwn(content, own);
  const { nameSha256, number, published, contentSince, issued, ends } = statement;
  fillIn(content, {
    name: nameSha256 === undefined ? statement.name : `${statement.name}…`,
    number: groupsOf(number).join("\u00A0"),
    // The whole name, or none: the search page asks for it.
    asked: number,
    askedName: nameSha256 === undefined ? statement.name : "",
    host: leadsTo ?? "",
    published: written(published),
    contentSince: contentSince ? written(contentSince) : "",
    issued: written(issued),
    ends: written(ends),
    logged: typeof log === "object" ? writtenLine({ line: log.index + 1, origin: log.origin }) : "",
    line: search && "line" in search ? writtenLine(search) : "",
    witnesses: witnessed ? writtenWitnesses(witnessed) : "",
    since: witnessed?.since ? `${momentOf(witnessed.since * 1000)} (${ago(witnessed.since)})` : "",
    keptKeys: momentOf(keptAt),
    signer: signer.name,
    licence: signer.licence,
  });
  showEnded(content, ended ?? []);
  show(content);
}

/** Repeats the row of the template for each field of the operator. */
function showOwn(content: ParentNode, own: NonNullable<StatementToShow["own"]>): void {
  repeatFor(content, "[data-own-row]", own, (row, said) => {
    for (const part of row.querySelectorAll<HTMLElement>("[data-own]"))
      part.textContent = said[part.dataset["own"] === "title" ? "title" : "value"];
  });
}

/** Whether something has ended or nobody can tell, and whether a day that has begun or is over in the office is not so for the reader. */
export function aboutDays(published: string, ended: readonly DatedPaper[] | null): unknown[] {
  const today = dayIn(undefined, Date.now());
  const isOther = published > today || ended?.some(({ lastDay }) => lastDay >= today);
  return [ended ? ended[0] && "ended" : "no-days", isOther && "other-day"];
}

/** Says in the first heading what has ended. The template has a sentence for each kind, and one for own papers. */
export function showEnded(content: ParentNode, ended: readonly DatedPaper[]): void {
  const sentences = [...content.querySelectorAll<HTMLElement>("[data-ended]")];
  const said = ended.map(({ kind, title = kind, lastDay }) => {
    const sentence = sentences.find((one) => one.dataset["ended"] === kind) ?? sentences.at(-1);
    const copy = document.createDocumentFragment();
    if (sentence) copy.append(sentence.cloneNode(true));
    return fillIn(copy, { endedPaper: title, endedOn: written(lastDay) });
  });
  sentences[0]?.closest("h2")?.replaceChildren(...said);
}

/** Repeats an element of the template for each item. */
function repeatFor<Item>(
  content: ParentNode,
  selector: string,
  items: readonly Item[],
  fill: (row: DocumentFragment, item: Item) => void,
): void {
  const row = content.querySelector(selector);
  row?.replaceWith(
    ...items.map((item) => {
      const one = document.createDocumentFragment();
      one.append(row.cloneNode(true));
      fill(one, item);
      return one;
    }),
  );
}

/** The files with which a visitor's own is compared, and the titles of their kinds. */
function knowFiles(tool: HTMLElement, documents: SavedReading["documents"], papers: Papers): void {
  const titles = JSON.parse(tool.dataset["compare"] ?? "{}") as object;
  const own = Object.fromEntries(papers.map(({ kind, title }) => [kind, title]));
  tool.dataset["compare"] = JSON.stringify({ ...own, ...titles });
  tool.dataset["known"] = JSON.stringify(documents);
}

type Papers = NonNullable<SavedReading["papers"]>;

/** Removes the parts whose case is not among these. */
export function keepOnly(content: ParentNode, mark: string, kept: readonly unknown[]): void {
  for (const part of content.querySelectorAll<HTMLElement>(`[data-${mark}]`))
    if (!kept.includes(part.dataset[mark])) part.remove();
}

/** Fills in the values as text, so that no content of a code becomes markup. */
export function fillIn(content: DocumentFragment, values: Record<string, string>): DocumentFragment {
  for (const blank of content.querySelectorAll<HTMLElement>("[data-fill]")) {
    const { fill = "", leftOut = "" } = blank.dataset;
    blank.textContent = values[fill] === "" ? leftOut : (values[fill] ?? "");
    if (blank.textContent === "") blank.closest("dl > div")?.remove();
  }
  return content;
}

function language(): string {
  const { lang } = document.documentElement;
  return lang.startsWith("en") ? "en-GB" : lang;
}

/** Each tree of the public log has an origin and counts its own lines. */
const writtenLine = ({ line, origin }: { line: number; origin: string }): string =>
  `${new Intl.NumberFormat(language()).format(line)} (${origin})`;

/** How many of the witnesses signed, who, when, and how long ago. */
function writtenWitnesses({ by, of }: Witnessed): string {
  const signed = by.map(({ name, time }) => `${name} (${momentOf(time * 1000)}, ${ago(time)})`);
  return [`${by.length}/${of}`, ...signed].join(" · ");
}

function ago(seconds: number): string {
  const minutes = Math.round(seconds / 60 - Date.now() / 60_000);
  const [size, unit] =
    minutes > -90 ? [1, "minute" as const] : minutes > -2880 ? [60, "hour" as const] : [1440, "day" as const];
  return new Intl.RelativeTimeFormat(language()).format(Math.round(minutes / size), unit);
}

export const written = (day: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(day));

/** In the office's zone, as the page around it. */
export const momentOf = (moment: Date | number | null | undefined): string =>
  moment ? joinedMoment(new Intl.DateTimeFormat(language(), { ...toTheMinute, timeZone: zone() }), moment) : "";

/** `officeDay` without what makes it quick. In Sweden days are written as "2026-03-31". */
export const officeDayAt = (time: number): string => dayIn(zone(), time);

/** Without a zone, in the reader's. */
const dayIn = (timeZone: string | undefined, time: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone }).format(time);

const zone = () => zoneNamed(document.documentElement.dataset["zone"] ?? "") ?? "UTC";

const toTheMinute = {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;

export function show(content: DocumentFragment): void {
  const target = takeFocusTarget(content);
  document.getElementById("check-answer")?.replaceChildren(content);
  moveFocus(target, "start");
}
