import type { FieldProblems } from "#core/errors.ts";
import { type GroupRow, placeOf } from "#core/settings/menu-rows.ts";
import { menuLimits, type MenuPart } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { LinkRows } from "./link-rows.tsx";
import { rowWords } from "./row-words.ts";
import { MoveButtons } from "./row-button.tsx";

type GroupBoxProps = {
  part: MenuPart;
  row: GroupRow;
  at: number;
  isLast: boolean;
  fields: FieldProblems;
  focus: string;
};

/** A group behind its name; one in which something has to be done is open. */
export function GroupBox({ part, row: { title, links }, at, isLast, fields, focus }: GroupBoxProps) {
  const name = title || m.menus_group_number({ number: writtenCount(at + 1) });
  const place = placeOf(part, at);
  const isWrong = Object.keys(fields).some((field) => field.startsWith(`${place}.`));
  const isInHand = focus === `title-${at}` || new RegExp(`-${at}-|^add-${at}$`).test(focus);
  return (
    <div className="relative border-b border-line pb-3">
      <details open={isWrong || isInHand} className="min-w-0">
        <summary className="me-38 min-h-11 cursor-pointer py-2 text-18 font-semibold">{name}</summary>
        <div className="grid gap-5 py-3">
          <Field
            id={`title-${at}`}
            name="title"
            label={m.menus_subject()}
            value={title}
            problem={rowWords(fields[`${place}.title`])}
            takesFocus={focus === `title-${at}`}
            maxLength={menuLimits.label}
          />
          <LinkRows {...{ part, links, fields, focus }} group={at} />
        </div>
      </details>
      <div className="absolute end-0 top-0">
        <MoveButtons place={String(at)} {...{ name, focus, isLast }} isFirst={at === 0} />
      </div>
    </div>
  );
}
