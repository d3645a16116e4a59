import {
  day,
  dayOf,
  type Entry,
  isFirstNameOf,
  isNameOf,
  isShown,
  must,
  nextId,
  type Outcome,
  queue,
  type Receipt,
  type Row,
  shownDocuments,
  type Site,
} from "./site.ts";
import { lastCode, useCode } from "./holders.ts";

const answerTo = (site: Site, { number, name }: Row): Entry | null =>
  site.entries.find((entry) => entry.passport === number && isShown(entry) && isNameOf(name, entry.name)) ?? null;

/** Where only share codes show records, the organisation needs the last code of the holder, and counts a use of it. */
function answerByCode(site: Site, { number, name }: Row): Entry | null {
  const entry = site.entries.find(({ passport }) => passport === number);
  const code = entry && lastCode(site, entry.id);
  if (!code || !isFirstNameOf(name, code.name) || !isNameOf(name, entry.name)) return null;
  return useCode(site, code.id);
}

export function askedToday({ desk, now }: Site) {
  const asked = desk.asked.get(dayOf(now)) ?? { names: new Map<number, Set<string>>(), otherNames: 0, misses: 0 };
  desk.asked.set(dayOf(now), asked);
  return asked;
}

const otherNamesADay = 10;
const freeMisses = 30;

/** True if the organisation may be stopped before the end of a list of so many questions: their order is random. */
export function mayBeStoppedBy(site: Site, questions: number): boolean {
  const { otherNames, misses } = askedToday(site);
  return otherNames + questions > otherNamesADay || misses + questions > freeMisses;
}

/** Where only codes show records, another code is one more try. */
const tryOf = (site: Site, { number, name }: Row): string =>
  site.policy === "code" ? `${name} ${lastCodeOf(site, number)}` : String(name);

function lastCodeOf(site: Site, number: number) {
  const entry = site.entries.find(({ passport }) => passport === number);
  return entry && lastCode(site, entry.id)?.id;
}

/** Ten other names a day for numbers that were asked before are answered, whatever is published. */
function mayAsk(site: Site, asked: Row): boolean {
  const { names, otherNames } = askedToday(site);
  const isOther = names.get(asked.number)?.has(tryOf(site, asked)) === false;
  return !isOther || otherNames < otherNamesADay;
}

/** The same question again counts nothing. Of all numbers, a fifth may show nothing, and thirty in any case. */
function countQuestion(site: Site, question: Row, tried: string, isMiss: boolean): void {
  const asked = askedToday(site);
  const names = asked.names.get(question.number);
  if (names?.has(tried)) return;
  if (names) asked.otherNames += 1;
  if (isMiss) asked.misses += 1;
  asked.names.set(question.number, (names ?? new Set()).add(tried));
  site.desk.isStopped = asked.misses > Math.max(freeMisses, asked.names.size / 5);
}

/** An organisation always needs the name. It gets a receipt for the answers. */
export function checkList(site: Site, questions: readonly Row[]): string {
  const { desk, outside } = site;
  must(!desk.isStopped, "desk-stopped");
  const answers: Receipt["answers"] = [];
  for (const asked of questions) {
    if (!mayAsk(site, asked)) desk.isStopped = true;
    if (desk.isStopped) break;
    const tried = tryOf(site, asked);
    const entry = site.policy === "code" ? answerByCode(site, asked) : answerTo(site, asked);
    countQuestion(site, asked, tried, entry === null);
    if (!entry) {
      answers.push({ asked, published: null, hasDocument: false });
      continue;
    }
    const { published, hasDocument } = publicationOf(site, entry);
    const shown = { published, hasDocument: hasDocument && site.policy !== "code" };
    answers.push({ asked, ...shown });
    desk.told = desk.told.filter((one) => one.entry !== entry.id);
    desk.told.push({ ...asked, ...shown, entry: entry.id, endsAt: site.now + 90 * day });
  }
  outside.receipts.push({ key: site.signingKeys.at(-1) ?? 0, answers });
  return answers.map(({ published }) => (published === null ? "nothing" : "shown")).join(" ");
}

/** What a receipt says stays true, whatever becomes of the record. Only a restore may lose the key that signed it. */
export const canBeChecked = (site: Site, { key }: Receipt): boolean => site.signingKeys.includes(key);

export function replaceSigningKey(site: Site): Outcome {
  site.signingKeys.push(nextId(site));
  return "done";
}

const publicationOf = (site: Site, entry: Entry) => ({
  published: dayOf(entry.approvedAt),
  hasDocument: shownDocuments(site, entry).includes("file"),
});

/** For 90 days, the organisation gets one mail about all that no longer stands of what it was told. */
export function tellOrganisation(site: Site): void {
  site.desk.told = site.desk.told.filter(({ endsAt }) => endsAt > site.now);
  const ended = site.desk.told.filter((told) => {
    const entry = answerTo(site, told);
    const now = entry && publicationOf(site, entry);
    return entry?.id !== told.entry || now?.published !== told.published || (told.hasDocument && !now.hasDocument);
  });
  if (ended.length === 0) return;
  site.desk.told = site.desk.told.filter((told) => !ended.includes(told));
  queue(site, { to: "desk", numbers: [...new Set(ended.map(({ number }) => number))] });
}
