import { type LinkRow, mostLinks, placeOf } from "#core/settings/menu-rows.ts";
import { menuLimits } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { fieldWords } from "#design/form/problem-words.ts";
import type { EditedMenus } from "./edited-menus.ts";
import { AddButton, MoveButtons } from "./row-buttons.tsx";

type LinkRowsProps = {
  edited: EditedMenus;
  links: readonly LinkRow[];
  /** The place of their group. */
  group: number;
};

export const LinkRows = ({ edited, links, group }: LinkRowsProps) => (
  <div className="grid gap-4">
    {links.length === 0 && <p className="text-quiet">{m.menus_empty()}</p>}
    {links.map((link, at) => (
      <Row key={link.key} {...{ edited, link, group, at }} isLast={at === links.length - 1} />
    ))}
    <AddButton id={`add-${group}`} focus={edited.focus} isOff={links.length >= mostLinks(edited.values.part)}>
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
    id: `${name}-${place}`,
    name,
    value: link[name],
    problem: rowProblem(edited, `${placeOf(part, group, at)}.${name}`),
    takesFocus: focus === `${name}-${place}`,
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
      </div>
      <div className="sm:pt-8">
        <MoveButtons {...{ place, focus, isLast }} name={link.label || number} isFirst={at === 0} />
      </div>
    </fieldset>
  );
}

/** What is wrong with the box of that name, as the schema calls it. */
export function rowProblem({ fields }: EditedMenus, name: string): string | undefined {
  const problem = fields[name];
  return problem && fieldWords(problem, {}, { "link-format": m.menus_to_problem });
}
