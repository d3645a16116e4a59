import { day, minute, type Site } from "./site.ts";

const ends = (those: readonly { endsAt: number }[]) => those.map(({ endsAt }) => endsAt);

/** The times at which something ends or begins. Sequences go there, because rules about time are wrong there. */
export const deadlines: Readonly<Record<string, (site: Site) => number[]>> = {
  run: ({ runs }) =>
    runs.flatMap(({ kind, endedAt, undoes }) =>
      endedAt === null || undoes !== null ? [] : endedAt + (kind === "import" ? 7 * day : 10 * minute),
    ),
  card: ({ outside }) =>
    outside.cards.filter(({ isOpen }) => isOpen).flatMap(({ worksFrom, endsAt }) => [worksFrom, endsAt]),
  code: ({ outside }) => ends(outside.codes.filter(({ usesLeft }) => usesLeft > 0)),
  key: ({ outside }) => ends(outside.keys),
  held: ({ held }) => held.map(({ dueAt }) => dueAt),
  told: ({ desk }) => ends(desk.told),
  watch: ({ watches }) => ends(watches),
};

/** How far before or after such a time the sequences act. */
export const beside = 2 * minute;
