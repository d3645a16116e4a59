import type { LastDay } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay } from "#i18n/written.ts";

/** Says the last day that stands on the document, never whether anybody accepts the document until then. */
export const LastDayLine = ({ day, hasEnded }: LastDay) =>
  hasEnded ? (
    <p className="border-s-4 border-ink ps-2 font-semibold">{m.document_ended({ date: writtenDay(day) })}</p>
  ) : (
    <p className="text-14">{m.document_last_day({ date: writtenDay(day) })}</p>
  );
