import { type OwnField, ownName } from "#core/own-fields/own-field.ts";
import { idOfFilter, searchedAmong } from "#core/own-fields/own-paper.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { type OwnSearch, ownSearchProgress, ownToAddress, valueIn } from "#operations/records/own-filter.ts";
import { ownChoices } from "./own-choices.server.ts";
import { nothingChosen, type OwnFilter } from "./own-filters.tsx";

/** What the filter offers for each own field that can be searched, and what is chosen. */
export async function ownFilters(portal: Portal, fields: readonly OwnField[], codes: OwnSearch): Promise<OwnFilter[]> {
  if (fields.length === 0) return [];
  const progress = await ownSearchProgress(portal);
  return fields.map((field) => {
    const { id, type } = field;
    const code = codes[id];
    return {
      id,
      type,
      label: ownLabel(field),
      choices: ownChoices(field),
      value: code === undefined ? null : (valueIn(portal, field, code) ?? null),
      percent: progress.get(id) ?? 0,
    };
  });
}

/** What was chosen or typed for own fields. A tick says that records with nothing there are wanted. */
export async function typedOwn(portal: Portal, form: Readonly<Record<string, string>>): Promise<OwnSearch> {
  const typed = Object.entries(form).flatMap(([name, text]) => {
    const id = idOfFilter(name);
    return id ? [[id, text] as const] : [];
  });
  const isNothing = (id: string) => form[`none-${id}`] !== undefined || form[ownName(id)] === nothingChosen;
  const given = typed.filter(([id, text]) => isNothing(id) || text.trim() !== "");
  if (given.length === 0) return {};
  const fields = searchedAmong(await currentSettings(portal));
  return Object.fromEntries(
    given.flatMap(([id, text]) => {
      const field = fields.find((one) => one.id === id);
      return field ? [[id, ownToAddress(portal, field, isNothing(id) ? "" : text.trim().slice(0, 400))]] : [];
    }),
  );
}
