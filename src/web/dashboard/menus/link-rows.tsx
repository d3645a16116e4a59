import type { FieldProblems } from "#core/errors.ts";
import { type LinkRow, mostLinks, placeOf } from "#core/settings/menu-rows.ts";
import { menuLimits, type MenuPart } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { MoveButtons, RowButton } from "./row-button.tsx";
import { rowWords } from "./row-words.ts";

type LinkRowsProps = {
  part: MenuPart;
  links: readonly LinkRow[];
  /** The place of their group. */
  group: number;
  fields: FieldProblems;
  focus: string;
};

export const LinkRows = ({ part, links, group, fields, focus }: LinkRowsProps) => (
  <div className="grid gap-4">
    {links.length === 0 && <p className="text-quiet">{m.menus_empty()}</p>}
    {links.map((link, at) => (
      <Row key={at} {...{ part, link, group, at, fields, focus }} isLast={at === links.length - 1} />
    ))}
    <RowButton id={`add-${group}`} focus={focus} isOff={links.length >= mostLinks(part)}>
      {part === "tiles" ? m.menus_add_tile() : m.menus_add_link()}
    </RowButton>
  </div>
);

type RowProps = Omit<LinkRowsProps, "links"> & { link: LinkRow; at: number; isLast: boolean };

function Row({ part, link, group, at, isLast, fields, focus }: RowProps) {
  const number = writtenCount(at + 1);
  const place = `${group}-${at}`;
  const box = (name: keyof LinkRow) => ({
    id: `${name}-${place}`,
    name,
    value: link[name],
    problem: rowWords(fields[`${placeOf(part, group, at)}.${name}`]),
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
