import { Form, href, Link } from "react-router";
import { isBulkChange } from "#core/records/bulk-run.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { decideAddress } from "../records/record-links.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { pages } from "../../pages.ts";
import type { ShownRun } from "./shown-run.ts";
import { beginWords, kindTexts } from "./run-words.ts";

/** What will be done, with how many records, before it is begun. */
export function AskedRun({ kind, id, open, names, look, assignees, here }: ShownRun & { here: string }) {
  if (open.count === 0) return <p>{m.bulk_nothing_left()}</p>;
  const more = open.count - names.length;
  return (
    <div className="grid max-w-prose justify-items-start gap-4">
      <p>
        <strong>{m.records_found(open)}</strong>
        {": "}
        {names.join(", ")}
        {more > 0 && ` ${m.bulk_and_more({ written: writtenCount(more) })}`}
      </p>
      <p>{look ? m.bulk_look_text() : kindTexts[kind]()}</p>
      {look && <Look {...look} run={id} />}
      {kind === "assign" && <AssignForm {...{ id, open, assignees, here }} />}
      {isBulkChange(kind) && kind !== "assign" && !look && (
        <ActionButton
          action={here}
          fields={{ do: "begin", id }}
          label={beginWords[kind](open)}
          of=""
          className={`${buttonClass({ size: "small" })} max-sm:w-full`}
        />
      )}
      {kind === "export" && (
        <Form method="post" action={href(pages.bulkExport.path, { id })} reloadDocument>
          <Button size="small">{m.bulk_export_now(open)}</Button>
        </Form>
      )}
      {kind === "cards" && <TextLink to={href(pages.bulkCards.path, { id })} label={m.bulk_cards_now(open)} />}
    </div>
  );
}

type AssignFormProps = Pick<ShownRun, "id" | "open" | "assignees"> & { here: string };

const AssignForm = ({ id, open, assignees, here }: AssignFormProps) => (
  <Form method="post" action={here} className="flex flex-wrap items-end gap-3">
    <HiddenFields fields={{ do: "begin", id }} />
    <div className="min-w-0 grow sm:max-w-72">
      <Field
        name="assignee"
        label={m.assigned_to()}
        value=""
        choices={[
          { value: "", label: m.assigned_to_nobody() },
          ...assignees.map((person) => ({ value: person.id, label: person.name })),
        ]}
      />
    </div>
    <Button size="small" className="min-h-13">
      {m.bulk_assign_now(open)}
    </Button>
  </Form>
);

/** On to the first that waits; its page leads on to the next. */
const Look = ({ waiting, first, run }: NonNullable<ShownRun["look"]> & { run: string }) =>
  first === null ? (
    <p>{m.bulk_look_done()}</p>
  ) : (
    <>
      <p>{m.bulk_look_left(waiting)}</p>
      <Link to={decideAddress(first, run)} className={`${buttonClass({ size: "small" })} max-sm:w-full`}>
        {m.bulk_look_now()}
      </Link>
    </>
  );
