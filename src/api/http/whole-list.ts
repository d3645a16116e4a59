import { maxInWholeList, maxRows } from "../contract/parameters.ts";

type Page = { limit?: number | undefined; cursor?: string | undefined };
type Listed<Row> = { rows: Row[]; next: string | null };

/**
 * Returns the page that was asked for, with the `limit` of the next one. If no page was asked for, returns the whole list, as far as the contract promises.
 * It is read page by page, so that other requests are answered in between.
 */
export async function pageOrWholeList<Row>(
  asked: Page,
  readPage: (page: Page) => Promise<Listed<Row>>,
): Promise<Listed<Row> & { limit: number | undefined }> {
  const { limit } = asked;
  let { cursor } = asked;
  if (limit !== undefined || cursor !== undefined) return { ...(await readPage({ limit, cursor })), limit };
  const rows: Row[] = [];
  do {
    const page = await readPage({ limit: maxRows, cursor });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && rows.length < maxInWholeList);
  return { rows, next: cursor ?? null, limit: maxRows };
}
