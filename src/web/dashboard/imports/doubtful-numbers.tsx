import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import type { Counted } from "#i18n/written.ts";
import { isolated } from "#core/texts/isolated.ts";

/** The numbers of an import that are left out until somebody says that they are right. */
export type DoubtfulNumbers = {
  /** How many rows are left out only because a spreadsheet turned their numbers into amounts. */
  changedNumbers: Counted;
  /** How many rows are left out because their passport numbers are unlike the others, and the first of these numbers. */
  unusualNumbers: { rows: Counted; first: string[] };
};

type Shown<Name extends keyof DoubtfulNumbers> = Pick<DoubtfulNumbers, Name> & { id: string; here: string };

type CureProps = { children: ReactNode; id: string; here: string; cure: "takeNumbers" | "takeUnusual" };

/** Offers to take all numbers of the file that are doubtful for one reason. */
const CureNumbers = ({ children, id, here, cure }: CureProps) => (
  <section className="grid max-w-prose justify-items-start gap-2">
    {children}
    <ActionButton
      action={here}
      fields={{ do: cure, id }}
      label={cure === "takeNumbers" ? m.import_take_as_shown() : m.import_take_unusual()}
      of=""
      className={`${buttonClass({ variant: "secondary", size: "small" })} max-sm:w-full`}
    />
  </section>
);

export const ChangedNumbers = ({ id, changedNumbers, here }: Shown<"changedNumbers">) => (
  <CureNumbers cure="takeNumbers" {...{ id, here }}>
    <p>
      <strong>{m.import_numbers_changed(changedNumbers)}</strong> {m.import_numbers_changed_text()}
    </p>
  </CureNumbers>
);

export const UnusualNumbers = ({ id, unusualNumbers: { rows, first }, here }: Shown<"unusualNumbers">) => (
  <CureNumbers cure="takeUnusual" {...{ id, here }}>
    <p>
      <strong>{m.import_numbers_unusual(rows)}</strong> {m.import_numbers_unusual_text()}
    </p>
    <p className="wrap-anywhere text-quiet tabular-nums">
      {first.map(isolated).join(" · ")}
      {rows.count > first.length && " …"}
    </p>
  </CureNumbers>
);
