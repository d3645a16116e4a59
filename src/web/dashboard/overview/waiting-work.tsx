import type { ReactNode } from "react";
import { Link } from "react-router";
import type { EndChoice } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { pages } from "../../pages.ts";
import { TextLink } from "../frame/text-link.tsx";
import { addressOfForm } from "../record-form/shown-form.ts";

/** In days from today. */
export const endsSoon: EndChoice = "30";

type WaitingCount = { isNone: boolean; count: string; oldest: string | null };

export type ShownWork = {
  records: WaitingCount;
  /** `returned` and `reports` are null if they do not concern the user. */
  returned: WaitingCount | null;
  reports: WaitingCount | null;
  /** The number of records with a document that ends soon; null if there are none. */
  ending: string | null;
  /**
   * How many records will be deleted because their retention time is over; null for none, or if the user may not keep
   * them.
   */
  leaving: { count: string; from: string } | null;
  /** The number of mails that the mail server does not accept; null for none, or if the user cannot help it. */
  mails: string | null;
  drafts: { form: string; label: string; saved: string }[];
  /** How many other texts were typed and not saved; null for none. */
  unsaved: string | null;
};

type WaitingWorkProps = ShownWork & { isAdmin: boolean };

/** Shows the work that waits for the user. Each tile links to the page for that work. */
export function WaitingWork({ records, returned, reports, ending, leaving, mails, ...rest }: WaitingWorkProps) {
  const { drafts, unsaved, isAdmin } = rest;
  const own = pages.ownRecords.path;
  return (
    <section aria-labelledby="waits" className="grid gap-3">
      <h2 id="waits" className="text-18">
        {m.overview_waits()}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {returned && <Tile to={own} label={m.overview_returned()} {...returned} />}
        <Tile
          to={isAdmin ? pages.approval.path : own}
          label={isAdmin ? m.queue_title() : m.overview_own_waiting()}
          {...records}
        />
        {reports && <Tile to={pages.reports.path} label={m.overview_reports()} {...reports} />}
        {ending !== null && (
          <Tile
            to={`${pages.records.path}?ends=${endsSoon}`}
            label={m.overview_ending({ days: writtenCount(Number(endsSoon)) })}
            count={ending}
            isNone={false}
            oldest={null}
          />
        )}
        {mails !== null && (
          <Tile to={pages.mailServer.path} label={m.overview_mails()} count={mails} isNone={false} oldest={null} />
        )}
        {unsaved !== null && (
          <Tile to={pages.drafts.path} label={m.drafts_title()} count={unsaved} isNone={false} oldest={null} />
        )}
        {leaving !== null && (
          <Tile
            to={`${pages.records.path}?leaving=yes`}
            label={m.overview_leaving({ date: leaving.from })}
            count={leaving.count}
            isNone={false}
            oldest={null}
          />
        )}
      </ul>
      {records.isNone && returned?.isNone && ending === null && drafts.length === 0 && (
        <p className="max-w-prose text-quiet">{m.overview_own_empty()}</p>
      )}
      {drafts.length > 0 && (
        <Drafts drafts={drafts} page={isAdmin ? pages.addRecord.path : pages.ownRecords.path}>
          {m.draft_others()}
        </Drafts>
      )}
    </section>
  );
}

type TileProps = WaitingCount & { to: string; label: string };

const Tile = ({ to, label, count, isNone, oldest }: TileProps) => (
  <li>
    <Link
      to={to}
      className="grid h-full grid-cols-[auto_1fr] content-start items-baseline gap-x-3 rounded-md border border-line bg-raised px-4 py-3 no-underline hovered:border-line-strong"
    >
      <span className={`text-28 tabular-nums ${isNone ? "text-quiet" : "font-semibold"}`}>{count}</span>
      <span className="grid">
        <span className="underline">{label}</span>
        {oldest !== null && <span className="text-14 text-quiet">{m.overview_oldest({ ago: oldest })}</span>}
      </span>
    </Link>
  </li>
);

type DraftsProps = { drafts: ShownWork["drafts"]; page: string; children: ReactNode };

const Drafts = ({ drafts, page, children }: DraftsProps) => (
  <div>
    <h3 className="text-16 font-semibold">{children}</h3>
    <ul>
      {drafts.map(({ form, label, saved }) => (
        <li key={form} className="flex flex-wrap items-center gap-x-3">
          <TextLink
            to={addressOfForm(page, form)}
            label={label || m.draft_without_name()}
            className="min-w-0 wrap-anywhere"
          />
          <span className="text-14 text-quiet">{saved}</span>
        </li>
      ))}
    </ul>
  </div>
);
