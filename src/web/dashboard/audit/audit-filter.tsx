import type { ChangeEvent } from "react";
import { useSubmit } from "react-router";
import { auditActions, type AuditGroup } from "#core/audit/audit-event.ts";
import { m } from "#i18n/compiled/messages.js";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { pages } from "../../pages.ts";
import { FilterChoice, FilterDay } from "../record-list/filter-boxes.tsx";
import { FilterTool } from "../record-list/list-filter.tsx";
import { actionWord, groupWords } from "./action-words.ts";

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
  return (
    <FilterTool
      {...{ page, kept }}
      chosen={Object.keys(chosen).length}
      clear={Object.keys(kept).length > 0 ? { to: page, label: m.audit_show_all() } : null}
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
                {actionWord(action)}
              </option>
            ))}
          </optgroup>
        ))}
      </FilterChoice>
      <FilterDay name="from" label={m.audit_from()} value={kept["from"]} />
      <FilterDay name="to" label={m.audit_to()} value={kept["to"]} />
    </FilterTool>
  );
}

const groups = Object.keys(auditActions) as AuditGroup[];
