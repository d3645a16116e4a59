import { numberGroups } from "#core/records/numbers.ts";
import { getSecondNumber } from "#i18n/reader-second-number.ts";

/** Shows a number in groups. The gaps are margins, so the copied number has no spaces. */
export const RecordNumber = ({ number }: { number: string }) => (
  <bdi dir="ltr" className="font-semibold wrap-anywhere [&>:not(:last-child)]:me-[0.3em]">
    {numberGroups(number, getSecondNumber().form).map((group, place) => (
      <span key={place} className="inline-block">
        {group}
      </span>
    ))}
  </bdi>
);
