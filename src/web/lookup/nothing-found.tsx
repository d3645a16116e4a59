import type { ReactNode } from "react";
import type { ResultPage } from "#core/records/document-kinds.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { looksLikeIrcc } from "#core/records/numbers.ts";
import { m } from "#i18n/compiled/messages.js";
import { askAgainForm } from "./ask-again.tsx";
import { RecordNumber } from "./document-number.tsx";
import { ReportThis } from "./report-link.tsx";
import type { SiteFacts } from "../frame/site-facts.ts";
import { canBeReached, WaysToReach } from "../frame/ways-to-reach.tsx";

type NothingFoundProps = { asked: string; page: ResultPage; site: Pick<SiteFacts, "operator" | "isGuarded"> };

export function NothingFound({ asked, page, site: { operator, isGuarded } }: NothingFoundProps) {
  return (
    <div className="grid max-w-2xl gap-6">
      <div>
        <h2 tabIndex={-1} autoFocus className="text-28 text-alarm sm:text-36">
          {m.none_found()}
        </h2>
        <p className="text-quiet">{m.no_result()}</p>
      </div>
      <p>
        {m.number_asked()} <RecordNumber number={asked} />
      </p>
      {lookupPages[page].by === "passport" && looksLikeIrcc(asked) && <PerhapsIrcc />}
      <PlainList title={m.none_meaning()}>
        <li>{isGuarded ? m.none_mistyped_guarded() : m.none_mistyped()}</li>
        <li>{m.none_unpublished({ operator: operator.name })}</li>
        <li>{m.none_withdrawn()}</li>
      </PlainList>
      <PlainList title={m.none_next()}>
        <li>{m.none_compare()}</li>
        {canBeReached(operator) && (
          <li>
            {m.none_ask({ operator: operator.name })}
            <WaysToReach operator={operator} />
          </li>
        )}
      </PlainList>
      <div>
        <ReportThis />
      </div>
    </div>
  );
}

/** Says what the number looks like, which anyone can see, and nothing of whether there is a record. */
const PerhapsIrcc = () => (
  <div className="grid justify-items-start gap-2 rounded-md border border-line p-4">
    <p>{m.perhaps_ircc()}</p>
    <button form={askAgainForm} formAction="/Check_Visa" className="quiet-button">
      {m.perhaps_ircc_search()}
    </button>
  </div>
);

const PlainList = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1 font-semibold">{title}</h3>
    <ul className="list-disc space-y-1 ps-6">{children}</ul>
  </div>
);
