import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Portal } from "./portal.ts";

/** The fields of a list query that say how long a page is and where it begins. */
export const pageFields = ({ usual, most }: { usual: number; most: number }) => ({
  limit: z.int({ error: "unknown-choice" }).min(1).max(most).default(usual),
  /** From the previous page. */
  cursor: z.string().optional(),
});

/** Splits rows of which the caller has read one more than `limit`. `last` is null on the last page. */
export function pageOf<Row>(rows: readonly Row[], limit: number): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? (page.at(-1) ?? null) : null };
}

type Part<Place> = { after: Place | null; isBackwards: boolean; limit: number };

/**
 * Returns a page of a list that can be paged in both directions. `previous` and `next` are the rows at which the pages
 * around it begin.
 */
export async function pageBothWays<Row, Place extends { isBefore?: boolean | undefined }>(
  place: Place | null,
  limit: number,
  read: (part: Part<Place>) => Promise<Row[]>,
) {
  if (place?.isBefore) {
    const rows = await read({ after: place, isBackwards: true, limit: limit + 1 });
    const page = rows.slice(0, limit).toReversed();
    // If fewer rows are left than a page has, the list is shown from its beginning.
    if (rows.length > limit) return { page, previous: page[0] ?? null, next: page.at(-1) ?? null };
  }
  const after = place?.isBefore ? null : place;
  const { page, last } = pageOf(await read({ after, isBackwards: false, limit: limit + 1 }), limit);
  return { page, previous: after && (page[0] ?? null), next: last };
}

/** Positions in a list as sealed text: they may contain names, and cursors are sent in addresses. */
export const sealedCursors = <Position extends object | number>(purpose: string, schema: z.ZodType<Position>) => ({
  seal: ({ keyring }: Portal, position: Position) => sealToken(keyring, purpose, position),

  /** Null for the first page. Throws at a cursor of another list, or of one with other values in `same`. */
  open({ keyring }: Portal, cursor: string | undefined, same: Partial<Position> = {}): Position | null {
    if (cursor === undefined) return null;
    const { data } = schema.safeParse(unsealToken(keyring, purpose, cursor));
    const isSame = Object.entries(same).every(([field, value]) => data?.[field as keyof Position] === value);
    if (data !== undefined && isSame) return data;
    throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
  },
});

const batch = 500;

/** Yields every row in the order of `seq`, read in batches. */
export async function* everyRow<Row extends { seq: number }>(
  readAfter: (seq: number, atMost: number) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let rows: Row[];
  let last = 0;
  do {
    rows = await readAfter(last, batch);
    yield* rows;
    last = rows.at(-1)?.seq ?? last;
  } while (rows.length === batch);
}
