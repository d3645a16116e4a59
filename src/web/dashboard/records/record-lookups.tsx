import { m } from "#i18n/compiled/messages.js";

export type ShownLookups = {
  count: number;
  written: string;
  /** The number of lookups on each day, the oldest first. */
  bars: readonly number[];
  /** The days with at least one lookup, the newest first, as formatted text. */
  days: readonly { day: string; hits: string }[];
};

/** Shows how often visitors found the record recently. Who they were is not stored. */
export const RecordLookups = ({ count, written, bars, days }: ShownLookups) => (
  <section aria-labelledby="lookups" className="grid content-start gap-3">
    <h2 id="lookups" className="text-22">
      {m.record_lookups()}
    </h2>
    <p>{count === 0 ? m.record_lookups_none() : m.record_lookups_count({ count, written })}</p>
    {count > 0 && (
      <>
        <Bars bars={bars} />
        <details>
          <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
            {m.record_lookups_by_day()}
          </summary>
          <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1">
            {days.map(({ day, hits }) => (
              <div key={day} className="contents">
                <dt className="text-quiet">{day}</dt>
                <dd className="text-end">{hits}</dd>
              </div>
            ))}
          </dl>
        </details>
      </>
    )}
  </section>
);

const barWidth = 4;
const height = 40;

/** A chart hidden from screen readers: the list below has the same numbers. */
function Bars({ bars }: Pick<ShownLookups, "bars">) {
  const most = Math.max(...bars, 1);
  return (
    <svg
      viewBox={`0 0 ${bars.length * barWidth} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-10 w-full max-w-md border-b border-line-strong text-line-strong"
      fill="currentColor"
    >
      {bars.map((hits, day) => {
        const tall = (hits / most) * height;
        return <rect key={day} x={day * barWidth} y={height - tall} width={barWidth - 1} height={tall} />;
      })}
    </svg>
  );
}
