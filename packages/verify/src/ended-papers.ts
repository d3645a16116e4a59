/** A paper counts as ended from the day after its last day. Days are written as "2026-03-31". */
export const hasEnded = (lastDay: string | undefined, today: string): boolean =>
  lastDay !== undefined && lastDay < today;

type Dated = { lastDay: string };

/** Returns the papers whose last day is over, the newest day first. */
export const endedPapers = <Paper extends { lastDay?: string | undefined }>(
  papers: readonly Paper[],
  today: string,
): (Paper & Dated)[] =>
  papers.filter((paper): paper is Paper & Dated => hasEnded(paper.lastDay, today)).toSorted(byNewestDay);

export const byNewestDay = ({ lastDay: one }: Dated, { lastDay: other }: Dated): number => other.localeCompare(one);
