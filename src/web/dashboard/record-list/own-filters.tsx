import type { ChangeEvent } from "react";
import { longestOwn, type OwnField, ownName } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { boxLook, FilterBox, FilterChoice } from "./filter-boxes.tsx";

export type OwnFilter = Pick<OwnField, "id" | "type"> & {
  label: string;
  /** Of a select. */
  choices: readonly { value: string; label: string }[];
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
  filters.length > 0 && (
    <div className="flex w-full flex-wrap items-start gap-x-4 gap-y-3">
      {filters.map((filter) => {
        if (filter.percent < 100) return <Filling key={filter.id} {...filter} />;
        if (filter.choices.length === 0) return <TypedValue key={filter.id} {...filter} />;
        return <ChosenValue key={filter.id} {...filter} onChange={onChange} />;
      })}
    </div>
  );

const Filling = ({ label, percent }: OwnFilter) => (
  <p className="min-w-36 text-14 text-quiet">{m.own_filter_filling({ label, percent: writtenCount(percent) })}</p>
);

const ChosenValue = ({ id, label, choices, value, onChange }: OwnFilter & Pick<OwnFiltersProps, "onChange">) => (
  <FilterChoice
    name={ownName(id)}
    label={<bdi>{label}</bdi>}
    value={value === "" ? nothingChosen : (value ?? "")}
    onChange={onChange}
  >
    <option value={nothingChosen}>{m.own_filter_nothing()}</option>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </FilterChoice>
);

/** It is posted, as a search is: no address has what was typed. */
const TypedValue = ({ id, type, label, value }: OwnFilter) => (
  <FilterBox name={ownName(id)} label={<bdi>{label}</bdi>}>
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
      <span className="sr-only">
        {" "}
        <bdi>{label}</bdi>
      </span>
    </label>
  </FilterBox>
);
