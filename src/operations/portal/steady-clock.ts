import { dayMs } from "#core/durations.ts";
import { alertMark, alertMarks, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import { beginKeptAnew, endLongWaits } from "#storage/database/kept-times.ts";
import type { Portal } from "./portal.ts";

type Clock = Pick<Portal, "database" | "now">;

const marks = { seen: "clock seen", jumped: "clock jumped" };

/** A machine that was off for a few days is no reason to wait. */
const jumpMs = 7 * dayMs;
/** As long as drafts are kept, and longer than a deletion can be undone. */
const steadyAfterMs = 7 * dayMs;

const hasJumped = (seen: number, now: number) => Math.abs(now - seen) > jumpMs;

/** Stores what the clock shows, and whether it has jumped since that was last stored, ahead or back. The first start is a jump. */
export async function noteClock({ database, now }: Clock): Promise<void> {
  const at = now();
  const before = (await alertMark(database.read, marks.seen))?.value;
  const isJump = before === undefined || hasJumped(before, at);
  await database.write(async (writer) => {
    for (const mark of [marks.seen, ...(isJump ? [marks.jumped] : [])]) {
      await lockAlertMark(database, writer, mark, at);
      await moveAlertMark(writer, mark, at);
    }
  });
}

/**
 * Notes the clock. What waits for a time that a clock stored that was ahead is due now; once the clock is steady, what is kept
 * until such a time begins anew.
 */
export async function followClock(clock: Clock): Promise<void> {
  await noteClock(clock);
  const isSteady = await isClockSteady(clock);
  await clock.database.write(async (writer) => {
    await endLongWaits(writer, clock.now());
    if (isSteady) await beginKeptAnew(writer, clock.now());
  });
}

/**
 * False before the first `noteClock`, and for a week after a jump. Meanwhile what people made is not deleted for its age: by a
 * clock that is a year ahead, or that was a year behind when it was stored, all of it looks a year old. A row that is still
 * dated later than now after that week was stored by a clock that was ahead.
 */
export async function isClockSteady({ database, now }: Clock): Promise<boolean> {
  // One query: another process may note a jump between two.
  const noted = new Map((await alertMarks(database.read, "clock ")).map(({ id, value }) => [id, value]));
  const [seen, jumped] = [noted.get(marks.seen), noted.get(marks.jumped)];
  if (seen === undefined || jumped === undefined || hasJumped(seen, now())) return false;
  return Math.abs(now() - jumped) >= steadyAfterMs;
}
