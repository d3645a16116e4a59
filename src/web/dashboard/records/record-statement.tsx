import { isOn } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { FoldedSection } from "#design/folded-section.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { Fact, Facts } from "#design/page/facts.tsx";
import { pages } from "../../pages.ts";

export type ShownStatement = {
  issued: string;
  ends: string;
  ended: string | null;
  kid: string;
  /** The places of the publication and, once the statement has ended, of the withdrawal in the public log. */
  published: string;
  withdrawn: string | null;
};

/**
 * Shows the latest statement of the record, also if the site makes no more. How often it is checked is unknown: a check sends
 * no request to this site.
 */
export function RecordStatement({ statement }: { statement: ShownStatement | null }) {
  const site = useDashboard();
  if (statement === null && !isOn(site, "statements")) return null;
  return (
    <FoldedSection title={m.record_statement()}>
      {statement === null ? (
        <p>{m.record_statement_none()}</p>
      ) : (
        <>
          <Facts>
            <Fact term={m.record_statement_issued()}>{statement.issued}</Fact>
            <Fact term={m.record_statement_ends()}>{statement.ends}</Fact>
            {statement.ended !== null && <Fact term={m.record_statement_ended()}>{statement.ended}</Fact>}
            <Fact term={m.record_statement_log()}>
              <a href={pages.proof.path} className="inline-flex min-h-11 items-center pointer-fine:min-h-0">
                {statement.withdrawn === null
                  ? m.record_statement_published({ index: statement.published })
                  : m.record_statement_withdrawn({ index: statement.published, end: statement.withdrawn })}
              </a>
            </Fact>
            <Fact term={m.record_statement_key()}>
              <span dir="ltr" className="text-16 break-all">
                {statement.kid}
              </span>
            </Fact>
          </Facts>
          <p className="text-16 text-quiet">{m.record_statement_checked()}</p>
        </>
      )}
    </FoldedSection>
  );
}
