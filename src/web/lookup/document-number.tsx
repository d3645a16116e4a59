import { numberGroups } from "#core/records/numbers.ts";

/** A number in groups; the gaps are margins, so a copy of it has no spaces. */
export const RecordNumber = ({ number }: { number: string }) => (
  <bdi className="paper-number">
    {numberGroups(number).map((group, place) => (
      <span key={place}>{group}</span>
    ))}
  </bdi>
);
