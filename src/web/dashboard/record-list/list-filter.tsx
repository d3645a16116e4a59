import type { ChangeEvent, ReactNode } from "react";
import { Form, Link, useSubmit } from "react-router";
import { documentKinds } from "#core/records/document-kinds.ts";
import { endChoices } from "#core/records/last-days.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { type Keyed, keyed } from "#design/page/keys.ts";
import { fieldLabel } from "./particulars.ts";

type ListFilterProps = {
  page: string;
  /** All choices, as in the URL. */
  kept: Readonly<Record<string, string>>;
  /** The search, as in the URL: a number in it is sealed. */
  searched: Readonly<Record<string, string>>;
  /** The accounts that added records; empty if the user sees only their own records. */
  adders: readonly Person[];
  /** The other accounts to which records can be assigned; empty if the user may not assign records. */
  colleagues: readonly Person[];
  /** True if the site deletes records after their retention time. */
  areDeleted: boolean;
};

type Person = { id: string; name: string };

const own = ["missing", "ends", "leaving", "holder", "by", "assigned", "from", "to"] as const;

/** Uses GET, so that the URL says what the list shows. Where scripts run, a choice is sent at once. */
export function ListFilter({ page, kept, searched, adders, colleagues, areDeleted }: ListFilterProps) {
  const submit = useSubmit();
  const others = Object.fromEntries(Object.entries(kept).filter(([name]) => !own.some((box) => box === name)));
  const chosen = own.filter((name) => kept[name] !== undefined).length;
  const onChange = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => void submit(form);
  const without = new URLSearchParams({ ...searched, ...others }).toString();
  return (
    <FilterTool
      {...{ page, kept, chosen }}
      clear={chosen > 0 ? { to: without ? `${page}?${without}` : page, label: m.filter_clear() } : null}
      isOpen={chosen > 0}
      {...keyed("f", m.list_filter())}
    >
      <HiddenFields fields={{ ...searched, ...others }} />
      <DocumentChoices {...{ kept, areDeleted, onChange }} />
      {adders.length > 0 && (
        <FilterChoice name="by" label={m.filter_added_by()} value={kept["by"]} onChange={onChange}>
          {adders.map(personOption)}
        </FilterChoice>
      )}
      <FilterChoice name="assigned" label={m.assigned_to()} value={kept["assigned"]} onChange={onChange}>
        {[{ id: "me", name: m.filter_me() }, ...colleagues].map(personOption)}
      </FilterChoice>
      <FilterDay name="from" label={m.filter_added_from()} value={kept["from"]} />
      <FilterDay name="to" label={m.filter_added_to()} value={kept["to"]} />
    </FilterTool>
  );
}

type DocumentChoicesProps = Pick<ListFilterProps, "kept" | "areDeleted"> & Pick<FilterChoiceProps, "onChange">;

const DocumentChoices = ({ kept, areDeleted, onChange }: DocumentChoicesProps) => (
  <>
    <FilterChoice name="missing" label={m.filter_missing()} value={kept["missing"]} onChange={onChange}>
      {documentKinds.map((kind) => (
        <option key={kind} value={kind}>
          {fieldLabel(kind)}
        </option>
      ))}
    </FilterChoice>
    <FilterChoice name="ends" label={m.filter_ends()} value={kept["ends"]} onChange={onChange}>
      {endChoices.map((choice) => (
        <option key={choice} value={choice}>
          {choice === "ended" ? m.filter_ended() : m.filter_ends_within({ days: writtenCount(Number(choice)) })}
        </option>
      ))}
    </FilterChoice>
    {(areDeleted || kept["leaving"]) && (
      <FilterChoice name="leaving" label={m.filter_leaving()} value={kept["leaving"]} onChange={onChange}>
        <option value="yes">{m.filter_leaving_yes()}</option>
      </FilterChoice>
    )}
    <FilterChoice name="holder" label={m.filter_holder()} value={kept["holder"]} onChange={onChange}>
      <option value="none">{m.filter_holder_none()}</option>
      <option value="offered">{m.filter_holder_offered()}</option>
      <option value="bound">{m.filter_holder_bound()}</option>
    </FilterChoice>
  </>
);

const personOption = ({ id, name }: Person) => (
  <option key={id} value={id}>
    {name}
  </option>
);

const boxLook = "min-h-11 w-full rounded-sm border-2 border-line-strong bg-sunk px-2.5";

type BoxProps = { name: string; label: string; value: string | undefined };

type FilterChoiceProps = BoxProps & { onChange: (event: ChangeEvent<HTMLSelectElement>) => void; children: ReactNode };

export const FilterChoice = ({ name, label, value = "", onChange, children }: FilterChoiceProps) => (
  <FilterBox name={name} label={label}>
    <select id={`filter-${name}`} name={name} defaultValue={value} onChange={onChange} className={boxLook}>
      <option value="">{m.filter_any()}</option>
      {children}
    </select>
  </FilterBox>
);

export const FilterDay = ({ name, label, value = "" }: BoxProps) => (
  <FilterBox name={name} label={label}>
    <input id={`filter-${name}`} name={name} type="date" defaultValue={value} className={boxLook} />
  </FilterBox>
);

const FilterBox = ({ name, label, children }: Pick<BoxProps, "name" | "label"> & { children: ReactNode }) => (
  <div className="grid min-w-36 gap-1 max-sm:w-full">
    <label htmlFor={`filter-${name}`} className="text-14 text-quiet">
      {label}
    </label>
    {children}
  </div>
);

type FilterToolProps = Keyed & {
  page: string;
  /** All choices, as in the URL. */
  kept: Readonly<Record<string, string>>;
  /** How many of its boxes are chosen. */
  chosen: number;
  /** The link that ends the choice. Null if nothing is chosen. */
  clear: { to: string; label: string } | null;
  isOpen?: boolean;
  children: ReactNode;
};

export const FilterTool = ({ page, kept, chosen, clear, children, ...tool }: FilterToolProps) => (
  <ListTool label={chosen > 0 ? m.list_filter_chosen({ count: writtenCount(chosen) }) : m.list_filter()} {...tool}>
    {/* The key updates the boxes when a choice changes elsewhere, for example through a link in the list. */}
    <Form
      key={JSON.stringify(kept)}
      method="get"
      action={page}
      preventScrollReset
      className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-4"
    >
      {children}
      <Button variant="secondary" size="small">
        {m.filter_apply()}
      </Button>
      {clear && (
        <Link to={clear.to} className="inline-flex min-h-11 items-center">
          {clear.label}
        </Link>
      )}
    </Form>
  </ListTool>
);

type ListToolProps = Keyed & { label: string; isOpen?: boolean; children: ReactNode };

/** A tool for the whole list. Closed, it stands beside the number of records; open, it stands below. */
export const ListTool = ({ label, isOpen, children, ...keys }: ListToolProps) => (
  <details open={isOpen} className="open:order-last open:w-full print:hidden">
    <summary className="min-h-11 cursor-pointer py-2.5 text-quiet" {...keys}>
      {label}
    </summary>
    {children}
  </details>
);
