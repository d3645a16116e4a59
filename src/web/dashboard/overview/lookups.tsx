import { type PointerEvent, useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";

export type ShownLookups = {
  days: ShownDay[];
  totals: Record<"found" | "missed" | "web" | "api" | "all" | "most", string>;
  /** Null if there was no wave. */
  waveHours: string | null;
  isEmpty: boolean;
};

export const Lookups = ({ days, totals, waveHours, isEmpty }: ShownLookups) => (
  <section aria-labelledby="lookups" className="grid gap-3">
    <h2 id="lookups" className="text-18">
      {m.overview_lookups()}
    </h2>
    {isEmpty ? (
      <p className="text-quiet">{m.overview_no_lookups()}</p>
    ) : (
      <>
        <p className="text-quiet">{m.overview_sum(totals)}</p>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <DayChart title={m.overview_answers()} summary={m.overview_answered(totals)} days={days} series={answers()} />
          <DayChart title={m.overview_channels()} summary={m.overview_asked(totals)} days={days} series={channels()} />
        </div>
        {waveHours !== null && (
          <p className="max-w-prose text-quiet">
            <span aria-hidden="true" className="me-2 inline-block h-1 w-4 bg-(--alarm) align-middle" />
            {m.overview_waves({ hours: waveHours })}
          </p>
        )}
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline">{m.overview_table()}</summary>
          <DataTable caption={m.overview_lookups()} columns={columns()} rows={days.toReversed()} />
        </details>
      </>
    )}
  </section>
);

const answers = (): Series => [
  { name: m.overview_found(), figure: "found" },
  { name: m.overview_missed(), figure: "missed" },
];

const channels = (): Series => [
  { name: m.overview_web(), figure: "web" },
  { name: m.overview_api(), figure: "api" },
];

const columns = (): Column<ShownDay>[] => [
  { title: m.overview_day(), look: "main", cell: ({ day }) => day },
  ...[...answers(), ...channels()].map(({ name, figure }) => ({
    title: name,
    cell: ({ written }: ShownDay) => written[figure],
  })),
  { title: m.overview_wave_hours(), cell: ({ written }) => written.waveHours },
];

type Figure = "found" | "missed" | "web" | "api";

type ShownDay = {
  id: string;
  day: string;
  shortDay: string;
  hasWave: boolean;
  counts: Record<Figure, number>;
  written: Record<Figure | "waveHours", string>;
};

type Line = { name: string; figure: Figure };

/** The lower and the upper part of each bar. */
type Series = readonly [foot: Line, top: Line];

type DayChartProps = { title: string; summary: string; days: readonly ShownDay[]; series: Series };

const looks = ["fill-(--ink)", "fill-(--line-strong)"] as const;
const height = 100;
const gap = 0.12;

/**
 * A chart with one bar per day, rendered on the server too. A table has the same numbers; the caption shows those of
 * the day under the pointer.
 */
function DayChart({ title, summary, days, series }: DayChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const day = pointed === null ? undefined : days[pointed];
  const most = Math.max(1, ...days.map(({ counts }) => series.reduce((sum, { figure }) => sum + counts[figure], 0)));
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))));
  };
  return (
    <figure className="grid min-w-0 content-start gap-2">
      <figcaption>
        <span className="font-semibold">{title}</span>
        <span className="block text-14 text-quiet">{day ? inWords(day, series) : summary}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-32 w-full touch-pan-y border-b border-line-strong"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      >
        {days.map((one, at) => (
          <Bar key={one.id} day={one} at={at} series={series} unit={(height - 6) / most} isPointed={at === pointed} />
        ))}
      </svg>
      <div aria-hidden="true" className="flex flex-wrap justify-between gap-x-4 text-14 text-quiet">
        <span>{days[0]?.shortDay}</span>
        <span className="flex gap-x-4">
          {series.map(({ name }, at) => (
            <span key={name} className="inline-flex items-center gap-2">
              <svg viewBox="0 0 10 10" className="size-2.5">
                <rect width="10" height="10" className={looks[at]} />
              </svg>
              {name}
            </span>
          ))}
        </span>
        <span>{days.at(-1)?.shortDay}</span>
      </div>
    </figure>
  );
}

const inWords = ({ day, written }: ShownDay, series: Series) =>
  `${day}: ${series.map(({ name, figure }) => `${name} ${written[figure]}`).join(" · ")}`;

type BarProps = { day: ShownDay; at: number; series: Series; unit: number; isPointed: boolean };

function Bar({ day: { counts, hasWave }, at, series: [foot, top], unit, isPointed }: BarProps) {
  const [low, high] = [counts[foot.figure] * unit, counts[top.figure] * unit];
  const place = { x: at + gap, width: 1 - 2 * gap };
  return (
    <>
      {isPointed && <rect x={at} y={0} width={1} height={height} className="fill-(--line)" />}
      <rect {...place} y={height - low} height={low} className={looks[0]} />
      <rect {...place} y={height - low - high} height={high} className={looks[1]} />
      {hasWave && <rect x={at} y={0} width={1} height={3} className="fill-(--alarm)" />}
    </>
  );
}
