import { Link } from "react-router";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { Fact, Facts } from "#design/page/facts.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { pages } from "../../pages.ts";

export type ShownFacts = {
  records: { publicState: PublicState; count: string }[];
  /** The day up to which records are checked; null until one is set. */
  checkedUpTo: string | null;
  /** Empty while holders have no pages. */
  holders: string[];
  approval: string | null;
  lastBackup: string | null;
  storage: string[];
};

export const SiteFacts = ({ records, checkedUpTo, holders, approval, lastBackup, storage }: ShownFacts) => (
  <section aria-labelledby="site" className="grid gap-3">
    <h2 id="site" className="text-18">
      {m.overview_site()}
    </h2>
    <Facts>
      <Fact term={m.overview_records()}>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {records.map(({ publicState, count }) => (
            <li key={publicState}>
              <Link
                to={`${pages.records.path}?state=${publicState}`}
                className="inline-flex min-h-11 items-center gap-2 no-underline hovered:underline pointer-fine:min-h-0"
              >
                <span className="tabular-nums">{count}</span>
                <StateWord publicState={publicState} />
              </Link>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact term={m.change_date_label()}>
        <Link to={pages.changeDate.path}>{checkedUpTo ?? m.change_date_unset()}</Link>
      </Fact>
      {holders.length > 0 && (
        <Fact term={m.overview_holders()}>
          <FactList facts={holders} />
        </Fact>
      )}
      <Fact term={m.overview_approval()}>
        {approval === null ? m.overview_no_approval() : m.overview_half({ time: approval })}
      </Fact>
      <Fact term={m.overview_last_backup()}>
        <Link to={pages.backups.path}>{lastBackup ?? m.overview_no_backup()}</Link>
      </Fact>
      <Fact term={m.overview_storage()}>
        <FactList facts={storage} />
      </Fact>
    </Facts>
  </section>
);

const FactList = ({ facts }: { facts: readonly string[] }) => (
  <ul className="flex flex-wrap gap-x-6">
    {facts.map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
);
