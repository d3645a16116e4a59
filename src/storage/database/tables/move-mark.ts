import { movedTo, type PortalError, StartRefused } from "#core/errors.ts";

/** The move mark of the records. `place` is where the records are now, or from where they are being moved. */
export type MoveMark = { state: "moved" | "unfinished"; place: string };

export const readMoveMark = "select state, place from move_mark where subject = 'records'";
export const deleteMoveMark = "delete from move_mark where subject = 'records'";

export const moveMarkIn = (row: Readonly<Record<string, unknown>> | undefined): MoveMark | null =>
  row ? { state: row["state"] === "moved" ? "moved" : "unfinished", place: String(row["place"]) } : null;

export function refuseMarked(mark: MoveMark | null): void {
  if (mark?.state === "moved") {
    throw new StartRefused(
      `The records were moved to ${mark.place}. Set DATABASE_URL to that address. To stay in the old place, run attestry move --undo with these settings.`,
    );
  }
  if (mark) {
    throw new StartRefused(
      `The move of the records from ${mark.place} to here is not finished. Run the same attestry move again.`,
    );
  }
}

/** What the triggers of an old place say. They name the new one since version 1.2. */
export const movedWords = "the records were moved";

/** Null if no trigger of an old place has refused the change. */
export function movedError(error: unknown): PortalError | null {
  if (!(error instanceof Error) || !error.message.startsWith(movedWords)) return null;
  return movedTo("records", error.message.slice(`${movedWords} to `.length) || "another place", error);
}
