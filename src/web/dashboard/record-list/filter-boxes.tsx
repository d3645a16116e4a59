import type { ChangeEvent, ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

export const boxLook = "min-h-11 w-full rounded-sm border-2 border-line-strong bg-sunk px-2.5";

type BoxProps = { name: string; label: ReactNode; value: string | undefined };

export type FilterChoiceProps = BoxProps & {
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
  children: ReactNode;
};

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

export const FilterBox = ({ name, label, children }: Pick<BoxProps, "name" | "label"> & { children: ReactNode }) => (
  <div className="grid min-w-36 gap-1 max-sm:w-full">
    <label htmlFor={`filter-${name}`} className="text-14 text-quiet">
      {label}
    </label>
    {children}
  </div>
);
