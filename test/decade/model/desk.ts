import { dayOf, type Entry, isNameOf, isShown, must, queue, type Site } from "./site.ts";

type Question = { number: number; name: number };

const answerTo = (site: Site, { number, name }: Question): Entry | null =>
  site.entries.find((entry) => entry.passport === number && isShown(entry) && isNameOf(name, entry.name)) ?? null;

/**
 * An organisation always needs the name. Where only share codes show records, it learns nothing without one. It is stopped
 * once more than ten of its questions on a day, and a fifth of a list, showed nothing. Returns the answers.
 */
export function checkList(site: Site, questions: readonly Question[]): string {
  const { desk } = site;
  must(!desk.isStopped, "desk-stopped");
  const found = questions.map((question) => (site.policy === "code" ? null : answerTo(site, question)));
  for (const [at, entry] of found.entries()) {
    const question = questions[at];
    if (!entry || !question) continue;
    const told = { ...question, ...publicationOf(site, entry), entry: entry.id };
    desk.told = [...desk.told.filter((one) => one.entry !== entry.id), told];
  }
  const misses = found.filter((entry) => entry === null).length;
  desk.misses = misses + (desk.day === dayOf(site.now) ? desk.misses : 0);
  desk.day = dayOf(site.now);
  desk.isStopped = desk.misses > 10 && misses > questions.length / 5;
  return found.map((entry) => (entry ? "shown" : "nothing")).join(" ");
}

const publicationOf = (site: Site, { approvedAt, file }: Entry) => ({
  publishedOn: dayOf(approvedAt),
  hasDocument: site.showsDocuments && file !== null,
});

/** The organisation gets one mail about all that no longer stands of what it was told. */
export function tellOrganisation(site: Site): void {
  const ended = site.desk.told.filter((told) => {
    const entry = answerTo(site, told);
    const now = entry && publicationOf(site, entry);
    return entry?.id !== told.entry || now?.publishedOn !== told.publishedOn || (told.hasDocument && !now.hasDocument);
  });
  if (ended.length === 0) return;
  site.desk.told = site.desk.told.filter((told) => !ended.includes(told));
  queue(site, { to: "desk", numbers: [...new Set(ended.map(({ number }) => number))] });
}
