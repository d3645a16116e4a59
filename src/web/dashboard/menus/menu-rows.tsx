import { useState } from "react";
import { languageNames } from "#core/settings/languages.ts";
import { type GroupRow, type LinkRow, maxLinks, placeOf } from "#core/settings/menu-rows.ts";
import { type InOthers, menuLimits } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { fieldWords } from "#design/form/problem-words.ts";
import { AddButton, MoveButtons } from "./row-buttons.tsx";
import type { EditedMenus } from "./use-edited-menus.ts";

type GroupBoxProps = { edited: EditedMenus; row: GroupRow; at: number };

/** A group, folded under its name. It starts open if it has a problem or the focus. */
export function GroupBox({ edited, row: { title, titles, links }, at }: GroupBoxProps) {
  const {
    values: { part, rows },
    fields,
    focus,
  } = edited;
  const name = title || m.menus_group_number({ number: writtenCount(at + 1) });
  const place = placeOf(part, at);
  const isWrong = Object.keys(fields).some((field) => field.startsWith(`${place}.`));
  const isInHand = focus === `title-${at}` || new RegExp(`-${at}-|^add-${at}$`).test(focus);
  // The state never changes, so that React does not close a group that the user opened.
  const [isOpen] = useState(isWrong || isInHand);
  return (
    <div className="relative border-b border-line pb-3">
      <details open={isOpen} className="min-w-0">
        <summary className="me-38 min-h-11 cursor-pointer py-2 text-18 font-semibold">{name}</summary>
        <div className="grid gap-5 py-3">
          <Field
            {...shownBox(edited, `title-${at}`, `${place}.title`)}
            name="title"
            label={m.menus_subject()}
            value={title}
            maxLength={menuLimits.label}
          />
          <InOtherLanguages edited={edited} box="title" at={String(at)} place={`${place}.titles`} values={titles} />
          <LinkRows {...{ edited, links }} group={at} />
        </div>
      </details>
      <div className="absolute end-0 top-0">
        <MoveButtons place={String(at)} {...{ name, focus }} isFirst={at === 0} isLast={at === rows.length - 1} />
      </div>
    </div>
  );
}

type LinkRowsProps = { edited: EditedMenus; links: readonly LinkRow[]; group: number };

export const LinkRows = ({ edited, links, group }: LinkRowsProps) => (
  <div className="grid gap-4">
    {links.length === 0 && <p className="text-quiet">{m.menus_empty()}</p>}
    {links.map((link, at) => (
      <Row key={link.key} {...{ edited, link, group, at }} isLast={at === links.length - 1} />
    ))}
    <AddButton id={`add-${group}`} focus={edited.focus} isOff={links.length >= maxLinks(edited.values.part)}>
      {edited.values.part === "tiles" ? m.menus_add_tile() : m.menus_add_link()}
    </AddButton>
  </div>
);

type RowProps = Omit<LinkRowsProps, "links"> & { link: LinkRow; at: number; isLast: boolean };

function Row({ edited, link, group, at, isLast }: RowProps) {
  const {
    values: { part },
    focus,
  } = edited;
  const number = writtenCount(at + 1);
  const place = `${group}-${at}`;
  const box = (name: "label" | "to" | "text") => ({
    name,
    value: link[name],
    ...shownBox(edited, `${name}-${place}`, `${placeOf(part, group, at)}.${name}`),
  });
  const others = (of: "label" | "text") => ({
    edited,
    box: of,
    at: place,
    place: `${placeOf(part, group, at)}.${of}s`,
  });
  return (
    <fieldset className="grid min-w-0 gap-2 border-s-4 border-line ps-3 sm:grid-cols-[1fr_auto] sm:gap-x-4">
      <legend className="sr-only">
        {part === "tiles" ? m.menus_tile_number({ number }) : m.menus_link_number({ number })}
      </legend>
      <div className="grid min-w-0 gap-2 sm:grid-cols-2 sm:gap-x-4">
        <Field {...box("label")} label={m.menus_label()} maxLength={menuLimits.label} />
        <Field {...box("to")} label={m.menus_to()} autoCapitalize="none" spellCheck={false} maxLength={2000} />
        {part === "tiles" && (
          <div className="sm:col-span-2">
            <Field {...box("text")} label={m.menus_text()} maxLength={menuLimits.text} />
          </div>
        )}
        <div className="grid gap-2 sm:col-span-2">
          <InOtherLanguages {...others("label")} values={link.labels} />
          {part === "tiles" && <InOtherLanguages {...others("text")} values={link.texts} />}
        </div>
      </div>
      <div className="sm:pt-8">
        <MoveButtons {...{ place, focus, isLast }} name={link.label || number} isFirst={at === 0} />
      </div>
    </fieldset>
  );
}

type InOtherLanguagesProps = {
  edited: EditedMenus;
  box: "title" | "label" | "text";
  at: string;
  /** The beginning of the field names under which the schema reports problems. */
  place: string;
  values: InOthers | undefined;
};

/**
 * Boxes for the other languages. Only the operator's own texts need them: the default texts exist in every language. What
 * was written in a language that is off goes along unseen.
 */
function InOtherLanguages({ edited, box, at, place, values = {} }: InOtherLanguagesProps) {
  const isFilled = Object.values(values).some((text) => text !== "");
  const [isOpen] = useState(isFilled || Object.keys(edited.fields).some((field) => field.startsWith(`${place}.`)));
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer py-2 text-16">
        {box === "text" ? m.menus_text_in_others() : m.menus_label_in_others()}
      </summary>
      <div className="grid gap-2">
        {edited.values.others.map((language) => (
          <Field
            key={language}
            {...shownBox(edited, `${box}-${at}-${language}`, `${place}.${language}`)}
            name={`${box}.${language}`}
            label={languageNames[language]}
            value={values[language] ?? ""}
            maxLength={box === "text" ? menuLimits.text : menuLimits.label}
            required={false}
          />
        ))}
        {Object.entries(values)
          .filter(([language]) => !edited.values.others.some((one) => one === language))
          .map(([language, text]) => (
            <input key={language} type="hidden" name={`${box}.${language}`} value={text} />
          ))}
      </div>
    </details>
  );
}

/** Returns the problem of the box that the schema calls `name`. The first box with a problem takes the focus. */
function shownBox({ fields, focus }: EditedMenus, id: string, name: string) {
  const problem = fields[name];
  return {
    id,
    problem: problem && fieldWords(problem, {}, { "link-format": m.menus_to_problem }),
    takesFocus: focus === id || Object.keys(fields)[0] === name,
  };
}
