import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { DayChart, type Series, type ShownDay } from "./day-chart.tsx";

export type ShownLookups = {
  days: ShownDay[];
  totals: Record<"found" | "missed" | "web" | "api" | "all" | "most", string>;
  /** Null if there was no wave. */
  waveHours: string | null;
  isEmpty: boolean;
};

/** Shows the numbers of lookups as two charts, and as one table. */
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
