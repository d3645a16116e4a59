import { type PointerEvent, useState } from "react";

type Figure = "found" | "missed" | "web" | "api";

export type ShownDay = {
  id: string;
  day: string;
  shortDay: string;
  hasWave: boolean;
  counts: Record<Figure, number>;
  written: Record<Figure | "waveHours", string>;
};

type Line = { name: string; figure: Figure };

/** The lower and the upper part of each bar. */
export type Series = readonly [foot: Line, top: Line];

type DayChartProps = { title: string; summary: string; days: readonly ShownDay[]; series: Series };

const looks = ["fill-(--ink)", "fill-(--line-strong)"] as const;
const height = 100;
const gap = 0.12;

/**
 * A chart with one bar per day, rendered on the server too. A table has the same numbers; the caption shows those of
 * the day under the pointer.
 */
export function DayChart({ title, summary, days, series }: DayChartProps) {
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
