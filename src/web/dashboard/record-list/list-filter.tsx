import type { ChangeEvent, ReactNode } from "react";
import { Form, Link, useSubmit } from "react-router";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { isOwnId } from "#core/own-fields/own-paper.ts";
import { endChoices } from "#core/records/last-days.ts";
import { isOn } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { type Keyed, keyed } from "#design/page/keys.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { FilterChoice, type FilterChoiceProps, FilterDay } from "./filter-boxes.tsx";
import { type OwnFilter, OwnFilters } from "./own-filters.tsx";
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
  ownFilters: readonly OwnFilter[];
  /** The kinds of the program that this site has. */
  documents: readonly DocumentKind[];
};

type Person = { id: string; name: string };

const listed = ["missing", "ends", "leaving", "holder", "by", "assigned", "from", "to"] as const;

/** The URL says what the list shows. Where scripts run, a choice is sent at once. */
export function ListFilter({
  page,
  kept,
  searched,
  adders,
  colleagues,
  areDeleted,
  ownFilters,
  documents,
}: ListFilterProps) {
  const submit = useSubmit();
  const boxes = [...listed, ...Object.keys(kept).filter((name) => isOwnId(name))];
  const others = Object.fromEntries(Object.entries(kept).filter(([name]) => !boxes.some((box) => box === name)));
  const chosen = boxes.filter((name) => kept[name] !== undefined).length;
  const onChange = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => void submit(form);
  const without = new URLSearchParams({ ...searched, ...others }).toString();
  return (
    <FilterTool
      {...{ page, kept, chosen }}
      method={ownFilters.length > 0 ? "post" : "get"}
      clear={chosen > 0 ? { to: without ? `${page}?${without}` : page, label: m.filter_clear() } : null}
      isOpen={chosen > 0}
      {...keyed("f", m.list_filter())}
    >
      <HiddenFields fields={{ ...searched, ...others }} />
      <DocumentChoices {...{ kept, areDeleted, documents, onChange }} />
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
      <OwnFilters filters={ownFilters} onChange={onChange} />
    </FilterTool>
  );
}

type DocumentChoicesProps = Pick<ListFilterProps, "kept" | "areDeleted" | "documents"> &
  Pick<FilterChoiceProps, "onChange">;

const DocumentChoices = ({ kept, areDeleted, documents, onChange }: DocumentChoicesProps) => (
  <>
    <FilterChoice name="missing" label={m.filter_missing()} value={kept["missing"]} onChange={onChange}>
      {documents.map((kind) => (
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
    {(isOn(useDashboard(), "holders") || kept["holder"]) && (
      <FilterChoice name="holder" label={m.filter_holder()} value={kept["holder"]} onChange={onChange}>
        <option value="none">{m.filter_holder_none()}</option>
        <option value="offered">{m.filter_holder_offered()}</option>
        <option value="bound">{m.filter_holder_bound()}</option>
      </FilterChoice>
    )}
  </>
);

const personOption = ({ id, name }: Person) => (
  <option key={id} value={id}>
    {name}
  </option>
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
  /** By POST, what is typed is in no address. */
  method?: "get" | "post";
  children: ReactNode;
};

export const FilterTool = ({ page, kept, chosen, clear, method = "get", children, ...tool }: FilterToolProps) => (
  <ListTool label={chosen > 0 ? m.list_filter_chosen({ count: writtenCount(chosen) }) : m.list_filter()} {...tool}>
    {/* The key updates the boxes when a choice changes elsewhere, for example through a link in the list. */}
    <Form
      key={JSON.stringify(kept)}
      method={method}
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
