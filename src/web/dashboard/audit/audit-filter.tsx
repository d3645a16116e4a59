import type { ChangeEvent } from "react";
import { Form, Link, useSubmit } from "react-router";
import { auditActions, type AuditGroup } from "#core/audit/audit-event.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { pages } from "../../pages.ts";
import { FilterChoice, FilterDay, ListTool } from "../records/list-filter.tsx";
import { actionWords, groupWords } from "./action-words.ts";

const page = pages.audit.path;

type AuditFilterProps = {
  /** All choices, as in the URL. */
  kept: Readonly<Record<string, string>>;
  staff: readonly { id: string; name: string }[];
};

/** Uses GET, so that the URL says what the list shows. Where scripts run, a choice is sent at once. */
export function AuditFilter({ kept, staff }: AuditFilterProps) {
  const submit = useSubmit();
  const onChange = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => void submit(form);
  const { about: _, ...chosen } = kept;
  const count = Object.keys(chosen).length;
  return (
    <ListTool label={count > 0 ? m.list_filter_chosen({ count }) : m.list_filter()}>
      {/* The key updates the boxes when a choice changes elsewhere, for example through a link in the list. */}
      <Form
        key={JSON.stringify(kept)}
        method="get"
        action={page}
        preventScrollReset
        className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-4"
      >
        {kept["about"] && <HiddenFields fields={{ about: kept["about"] }} />}
        <FilterChoice name="by" label={m.audit_who()} value={kept["by"]} onChange={onChange}>
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterChoice>
        <FilterChoice name="kind" label={m.audit_what()} value={kept["kind"]} onChange={onChange}>
          {groups.map((group) => (
            <optgroup key={group} label={groupWords[group]()}>
              <option value={group}>
                {groupWords[group]()}: {m.audit_everything_of()}
              </option>
              {auditActions[group].map((action) => (
                <option key={action} value={action}>
                  {actionWords[action]()}
                </option>
              ))}
            </optgroup>
          ))}
        </FilterChoice>
        <FilterDay name="from" label={m.audit_from()} value={kept["from"]} />
        <FilterDay name="to" label={m.audit_to()} value={kept["to"]} />
        <Button variant="secondary" size="small">
          {m.filter_apply()}
        </Button>
        {Object.keys(kept).length > 0 && (
          <Link to={page} className="inline-flex min-h-11 items-center">
            {m.audit_show_all()}
          </Link>
        )}
      </Form>
    </ListTool>
  );
}

const groups = Object.keys(auditActions) as AuditGroup[];
