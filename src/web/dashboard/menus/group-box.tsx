import { useState } from "react";
import { type GroupRow, placeOf } from "#core/settings/menu-rows.ts";
import { menuLimits } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import type { EditedMenus } from "./edited-menus.ts";
import { LinkRows, rowProblem } from "./link-rows.tsx";
import { MoveButtons } from "./row-buttons.tsx";

type GroupBoxProps = { edited: EditedMenus; row: GroupRow; at: number };

/** A group behind its name; one in which something has to be done is open from the start. */
export function GroupBox({ edited, row: { title, links }, at }: GroupBoxProps) {
  const {
    values: { part, rows },
    fields,
    focus,
  } = edited;
  const name = title || m.menus_group_number({ number: writtenCount(at + 1) });
  const place = placeOf(part, at);
  const isWrong = Object.keys(fields).some((field) => field.startsWith(`${place}.`));
  const isInHand = focus === `title-${at}` || new RegExp(`-${at}-|^add-${at}$`).test(focus);
  // Not changed later, so that React leaves open what was opened.
  const [isOpen] = useState(isWrong || isInHand);
  return (
    <div className="relative border-b border-line pb-3">
      <details open={isOpen} className="min-w-0">
        <summary className="me-38 min-h-11 cursor-pointer py-2 text-18 font-semibold">{name}</summary>
        <div className="grid gap-5 py-3">
          <Field
            id={`title-${at}`}
            name="title"
            label={m.menus_subject()}
            value={title}
            problem={rowProblem(edited, `${place}.title`)}
            takesFocus={focus === `title-${at}`}
            maxLength={menuLimits.label}
          />
          <LinkRows {...{ edited, links }} group={at} />
        </div>
      </details>
      <div className="absolute end-0 top-0">
        <MoveButtons place={String(at)} {...{ name, focus }} isFirst={at === 0} isLast={at === rows.length - 1} />
      </div>
    </div>
  );
}
