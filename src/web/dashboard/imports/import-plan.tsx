import { href, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";

type Counted = { count: number; written: string };
export type ShownPlan = Record<"create" | "update" | "unchanged" | "refused", Counted>;

/** How many rows become or became what, and the same row by row as a file. */
export const ImportPlan = ({ id, plan }: { id: string; plan: ShownPlan }) => (
  <div className="grid gap-3">
    <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
      <Line name={m.import_new()} {...plan.create} />
      <Line name={m.import_update()} {...plan.update} />
      <Line name={m.import_unchanged()} {...plan.unchanged} />
      <Line name={m.import_not_taken()} {...plan.refused} />
    </dl>
    <p>
      <a href={href(pages.importReport.path, { id })} className="inline-flex min-h-11 items-center" download>
        {m.import_report()}
      </a>
    </p>
  </div>
);

const Line = ({ name, written }: Counted & { name: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="text-end font-semibold">{written}</dd>
  </>
);

/** The columns of a file that was read are not known yet. */
export const ReceivedImport = ({ id }: { id: string }) => (
  <p>
    <Link to={href(pages.importColumns.path, { id })}>{m.import_say_columns()}</Link>
  </p>
);
