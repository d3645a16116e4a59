import { useEffect } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { quietFetcher } from "#design/page/use-dashboard.ts";
import type { ShownPageDraft } from "../page-draft/page-draft.tsx";
import type { MayDo } from "../records/record-actions.tsx";
import type { WholeRecordData } from "../records/whole-record.tsx";

/** What the page of one decision shows. `before` and `after` are null at the ends of the list. */
export type Decision = WholeRecordData & {
  may: MayDo;
  sendBackDraft: ShownPageDraft;
  run: string | null;
  before: string | null;
  after: string | null;
};

/** The page that is likely next. Its data is null if it could not be loaded ahead. */
let ahead: { page: string; data: Promise<Decision | null> } | null = null;

/** The page that is shown. It is not loaded ahead again, although each revalidation repeats the last such load. */
let shown: string | null = null;

const mark = "ahead";

export const isAhead = ({ pathname, search }: Pick<URL, "pathname" | "search">): boolean =>
  ahead?.page === pathname + search;

/** Loads the page, or takes it if it was loaded ahead. Null only if it is to be loaded ahead and is not. */
export async function loadDecision(
  { url }: { url: URL },
  load: () => Promise<Decision>,
  prepare: (decision: Decision) => Decision,
): Promise<Decision | null> {
  const page = new URL(url);
  page.searchParams.delete(mark);
  const address = page.pathname + page.search;
  if (!url.searchParams.has(mark)) return (ahead?.page === address && (await ahead.data)) || load();
  if (address === shown) return null;
  if (ahead?.page !== address) ahead = { page: address, data: load().then(prepare, () => null) };
  return ahead.data;
}

/**
 * Loads the page after this one while the user decides. A page that was loaded ahead is shown at once, and then loaded
 * again: somebody may have changed the record since.
 */
export function usePageAhead(here: string, after: string | null): void {
  const { load } = useFetcher({ key: `${quietFetcher} ${mark}` });
  const { revalidate } = useRevalidator();
  useEffect(() => {
    shown = here;
    if (ahead?.page === here) {
      ahead = null;
      void revalidate();
    }
    if (after) void load(`${after}${after.includes("?") ? "&" : "?"}${mark}`);
  }, [here, after, load, revalidate]);
}
