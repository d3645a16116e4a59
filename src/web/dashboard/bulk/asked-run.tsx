import { href, Link } from "react-router";
import { isBulkChange } from "#core/records/bulk-run.ts";
import { isPartOf } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { decideAddress } from "../record-list/record-links.tsx";
import { ExportButtons } from "../record-list/export-buttons.tsx";
import type { ShownOwnField } from "../record-form/own-fields.tsx";
import { AssignForm } from "../records/record-work.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { pages } from "../../pages.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { ShownRun } from "./shown-run.ts";
import { beginWords, kindTexts } from "../record-list/run-words.ts";
import { type UpdateAnswer, UpdateForm } from "./update-form.tsx";

type AskedRunProps = ShownRun & {
  /** The operator's own fields, for an update. */
  ownForms: readonly ShownOwnField[];
  /** The papers that have a last day. */
  dated: readonly { kind: AnyKind; title: string }[];
  here: string;
  answer: UpdateAnswer | undefined;
};

/** Shows what the run will do with how many records, with the button that starts it. */
export function AskedRun({ answer, ownForms, dated, here, ...run }: AskedRunProps) {
  const site = useDashboard();
  const { kind, id, open, names, review, plan, assignees } = run;
  if (open.count === 0) return <p>{plan === null ? m.bulk_nothing_left() : m.import_nothing()}</p>;
  const more = open.count - names.length;
  return (
    <div className="grid max-w-prose justify-items-start gap-4">
      {plan === null && (
        <p>
          <strong>{m.records_found(open)}</strong>
          {": "}
          {names.join(", ")}
          {more > 0 && ` ${m.bulk_and_more({ written: writtenCount(more) })}`}
        </p>
      )}
      <p>{review ? m.bulk_review_text() : kindTexts[kind]()}</p>
      {review && <Review {...review} run={id} />}
      {kind === "assign" && (
        <AssignForm
          action={here}
          fields={{ do: "begin", id }}
          choices={assignees}
          button={
            <Button size="small" className="min-h-13 max-sm:w-full">
              {m.bulk_assign_now(open)}
            </Button>
          }
        />
      )}
      {kind === "update" && <UpdateForm {...{ id, open, ownForms, dated, here, answer }} />}
      {isBulkChange(kind) && kind !== "assign" && kind !== "update" && !review && (
        <ActionButton
          action={here}
          fields={{ do: "begin", id }}
          label={beginWords[kind](open)}
          of=""
          className={`${buttonClass({ size: "small", variant: kind === "delete" ? "danger" : "primary" })} max-sm:w-full`}
        />
      )}
      {kind === "export" && isPartOf(site, pages.bulkExport) && (
        <ExportButtons action={href(pages.bulkExport.path, { id })} />
      )}
      {kind === "cards" && (
        <>
          <TextLink to={href(pages.bulkCards.path, { id })} label={m.bulk_cards_now(open)} />
          {isPartOf(site, pages.holderCards) && (
            <TextLink to={href(pages.holderCards.path, { id })} label={m.bulk_holder_cards()} />
          )}
        </>
      )}
    </div>
  );
}

/** Links to the first record that waits for approval. The page of each record leads to the next one. */
const Review = ({ waiting, first, run }: NonNullable<ShownRun["review"]> & { run: string }) =>
  first === null ? (
    <p>{m.bulk_review_done()}</p>
  ) : (
    <>
      <p>{m.bulk_review_left(waiting)}</p>
      <Link to={decideAddress(first, run)} className={`${buttonClass({ size: "small" })} max-sm:w-full`}>
        {m.bulk_review_now()}
      </Link>
    </>
  );
