import type { ChangeEvent } from "react";
import { countryCodes } from "#core/own-fields/countries.ts";
import { longestOwn, type OwnField, ownName } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";
import { ownValueWords } from "#i18n/own-field-words.ts";
import { writtenCount } from "#i18n/written.ts";
import { boxLook, FilterBox, FilterChoice } from "./filter-boxes.tsx";

export type OwnFilter = Pick<OwnField, "id" | "type" | "choices"> & {
  label: string;
  /** "" if the list shows records that have nothing there. Null if the filter is not chosen. */
  value: string | null;
  /** How many of all records are found by it. */
  percent: number;
};

/** No choice begins with a space. */
export const nothingChosen = " -";

type OwnFiltersProps = { filters: readonly OwnFilter[]; onChange: (event: ChangeEvent<HTMLSelectElement>) => void };

/** A box for each of the operator's own fields that can be searched. */
export const OwnFilters = ({ filters, onChange }: OwnFiltersProps) =>
  filters.map((filter) =>
    filter.percent < 100 ? (
      <p key={filter.id} className="min-w-36 self-center text-14 text-quiet">
        {m.own_filter_filling({ label: filter.label, percent: writtenCount(filter.percent) })}
      </p>
    ) : choicesOf[filter.type] ? (
      <ChosenValue key={filter.id} {...filter} onChange={onChange} />
    ) : (
      <TypedValue key={filter.id} {...filter} />
    ),
  );

const choicesOf: Partial<Record<OwnField["type"], (filter: OwnFilter) => readonly string[]>> = {
  choice: ({ choices }) => choices,
  "yes-no": () => ["yes", "no"],
  country: () => countryCodes,
};

const ChosenValue = ({ onChange, ...filter }: OwnFilter & Pick<OwnFiltersProps, "onChange">) => {
  const options = (choicesOf[filter.type]?.(filter) ?? []).map((value) => ({ value, label: ownValueWords(filter, value) }));
  const shown = filter.type === "country" ? options.toSorted((a, b) => a.label.localeCompare(b.label)) : options;
  return (
    <FilterChoice
      name={ownName(filter.id)}
      label={filter.label}
      value={filter.value === "" ? nothingChosen : (filter.value ?? "")}
      onChange={onChange}
    >
      <option value={nothingChosen}>{m.own_filter_nothing()}</option>
      {shown.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </FilterChoice>
  );
};

/** It is posted, as a search is: no address has what was typed. */
const TypedValue = ({ id, type, label, value }: OwnFilter) => (
  <FilterBox name={ownName(id)} label={label}>
    <input
      id={`filter-${ownName(id)}`}
      name={ownName(id)}
      type={type === "day" ? "date" : "text"}
      defaultValue={value ?? ""}
      maxLength={type === "day" ? undefined : longestOwn[type]}
      dir="auto"
      autoComplete="off"
      className={boxLook}
    />
    <label className="inline-flex min-h-11 items-center gap-2 text-14">
      <input
        type="checkbox"
        name={`none-${id}`}
        defaultChecked={value === ""}
        autoComplete="off"
        className="size-5 accent-current"
      />
      {m.own_filter_nothing()}
      <span className="sr-only"> {label}</span>
    </label>
  </FilterBox>
);
