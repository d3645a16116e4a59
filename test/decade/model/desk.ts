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

/**
 * An organisation always needs the name. It is stopped once more than ten of its questions on a day, and a fifth of a list,
 * showed nothing. It gets a receipt for the answers.
 */
export function checkList(site: Site, questions: readonly Row[]): string {
  const { desk, outside } = site;
  must(!desk.isStopped, "desk-stopped");
  const answers: Receipt["answers"] = [];
  let misses = 0;
  for (const asked of questions) {
    const entry = site.policy === "code" ? answerByCode(site, asked) : answerTo(site, asked);
    if (!entry) {
      misses += 1;
      answers.push({ asked, published: null, hasDocument: false });
      continue;
    }
    const { published, hasDocument } = publicationOf(site, entry);
    const shown = { published, hasDocument: hasDocument && site.policy !== "code" };
    answers.push({ asked, ...shown });
    desk.told = desk.told.filter((one) => one.entry !== entry.id);
    desk.told.push({ ...asked, ...shown, entry: entry.id, endsAt: site.now + 90 * day });
  }
  desk.misses = misses + (desk.day === dayOf(site.now) ? desk.misses : 0);
  desk.day = dayOf(site.now);
  desk.isStopped = desk.misses > 10 && misses > questions.length / 5;
  outside.receipts.push({ key: site.signingKeys.at(-1) ?? 0, answers });
  return answers.map(({ published }) => (published === null ? "nothing" : "shown")).join(" ");
}

/** What a receipt says stays true, whatever becomes of the record. Only a restore may lose the key that signed it. */
export const canBeChecked = (site: Site, { key }: Receipt): boolean => site.signingKeys.includes(key);

export function replaceSigningKey(site: Site): Outcome {
  site.signingKeys.push(nextId(site));
  return "done";
}

const publicationOf = (site: Site, { approvedAt, file }: Entry) => ({
  published: dayOf(approvedAt),
  hasDocument: site.showsDocuments && file !== null,
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
