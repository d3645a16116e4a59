import { canonicalNumber } from "#core/candidates/numbers.ts";

/** A number spaced as on paper; the gaps are margins, so a copy of it has no spaces. */
export function PaperNumber({ number }: { number: string }) {
  const groups = (canonicalNumber(number) ?? number).match(/^\D+|.{1,4}/gu) ?? [];
  return (
    <bdi className="font-semibold tabular-nums">
      {groups.map((group, place) => (
        <span key={place} className="me-[0.3em] last:me-0">
          {group}
        </span>
      ))}
    </bdi>
  );
}
