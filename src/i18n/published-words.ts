import { officeDay } from "#core/office-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale } from "#i18n/compiled/runtime.js";
import { getZone } from "./reader-zone.ts";
import { type Words, writtenMoment } from "./written.ts";

type Publication = { publishedAt: number; contentSince: number | null };

/** When the content was changed last; null if not on a later day than that of the publication. Statements say it by the day, too. */
export const changedLater = ({ publishedAt, contentSince }: Publication, zone = getZone()): number | null =>
  contentSince !== null && officeDay(zone, contentSince) > officeDay(zone, publishedAt) ? contentSince : null;

/** Who published a record and when, and when its content was changed last. */
export function publishedWords(
  operator: string,
  record: Publication,
  words: Words = { locale: getLocale(), zone: getZone() },
): string {
  const { locale } = words;
  const published = m.published_by({ operator, date: writtenMoment(record.publishedAt, words) }, { locale });
  const changed = changedLater(record, words.zone);
  return changed === null
    ? published
    : `${published} ${m.content_changed({ date: writtenMoment(changed, words) }, { locale })}`;
}
