/** A paper counts as ended from the day after its last day. Days are written as "2026-03-31". */
export const hasEnded = (lastDay: string, today: string): boolean => lastDay < today;

/** Returns the papers whose last day is over, the newest day first. */
export const endedPapers = <Paper extends { lastDay?: string | undefined }>(
  papers: readonly Paper[],
  today: string,
): (Paper & { lastDay: string })[] =>
  papers
    .flatMap((paper) =>
      paper.lastDay !== undefined && hasEnded(paper.lastDay, today) ? [{ ...paper, lastDay: paper.lastDay }] : [],
    )
    .toSorted(byNewestDay);

type Dated = { lastDay: string };

export function byNewestDay({ lastDay: one }: Dated, { lastDay: other }: Dated): number {
  return one > other ? -1 : Number(one < other);
}
