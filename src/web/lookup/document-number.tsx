import { numberGroups } from "#core/records/numbers.ts";

/** A number in groups; the gaps are margins, so a copy of it has no spaces. */
export const RecordNumber = ({ number }: { number: string }) => (
  <bdi dir="ltr" className="font-semibold wrap-anywhere [&>:not(:last-child)]:me-[0.3em]">
    {numberGroups(number).map((group, place) => (
      <span key={place}>{group}</span>
    ))}
  </bdi>
);
