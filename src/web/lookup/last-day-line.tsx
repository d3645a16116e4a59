import type { LastDay } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay } from "#i18n/written.ts";

/** What the document says, and no word on whether anybody accepts it until then. */
export const LastDayLine = ({ day, hasEnded }: LastDay) =>
  hasEnded ? (
    <p className="font-semibold text-alarm">{m.document_ended({ date: writtenDay(day) })}</p>
  ) : (
    <p>{m.document_last_day({ date: writtenDay(day) })}</p>
  );
