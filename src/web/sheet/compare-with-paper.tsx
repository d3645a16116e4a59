import { m } from "#i18n/compiled/messages.js";
import { writtenList } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { canBeReached, WaysToReach } from "../frame/site/site-operator.tsx";
import type { Operator } from "../frame/site/site-facts.ts";
import { pages } from "../pages.ts";

type CompareWithPaperProps = {
  hasPhoto?: boolean;
  /** Named where it stands on the first screen: in the heading of what has ended, or in this line itself. */
  lastDay?: string | undefined;
  /** The number of the answer, which a report takes. Left out where a script fills it in. */
  number?: string;
  operator: Operator;
};

/** What to compare with the paper in the hand, and what to do if it differs: by the settings, never by the paper. */
export function CompareWithPaper({ hasPhoto = false, lastDay, number, operator }: CompareWithPaperProps) {
  const face = hasPhoto ? [m.compare_face()] : [];
  const parts = writtenList([...face, m.compare_name(), m.compare_number(), ...(lastDay ? [lastDay] : [])]);
  return (
    <div className="compare-with-paper">
      <p>{hasPhoto ? m.compare_paper({ parts }) : m.compare_paper_no_photo({ parts })}</p>
      <details className="screen-only">
        <summary>{m.differs()}</summary>
        {/* By POST, so that no address contains the number. In a new tab, so that the answer stays open. */}
        <form method="post" action={pages.report.path} target="_blank" className="border-s-4 border-line-strong ps-4">
          <p className="font-semibold">{m.differs_not_pay()}</p>
          {canBeReached(operator) && <p className="mt-2">{m.differs_ask({ operator: operator.name })}</p>}
          <WaysToReach operator={operator} />
          <p className="wrap-anywhere whitespace-pre-line">{operator.address}</p>
          <p className="mt-2">{m.differs_tell({ operator: operator.name })}</p>
          <textarea hidden readOnly name="number" data-fill="number" value={number} />
          <p className="mt-2 flex flex-wrap gap-2">
            <Button variant="secondary" name="step" value="differs">
              {m.report_kind_differs()}
            </Button>
            <Button variant="secondary" name="step" value="money">
              {m.report_kind_money()}
            </Button>
          </p>
        </form>
      </details>
    </div>
  );
}
