import { type OwnField, ownName, textIn, usedOf } from "#core/own-fields/own-field.ts";
import { getLocale } from "#i18n/compiled/runtime.js";
import { ownLabel } from "#i18n/own-field-words.ts";
import { ownChoices } from "../record-list/own-choices.server.ts";
import type { ShownOwnField } from "./own-fields.tsx";

/** The operator's own fields as forms ask for them. */
export const shownOwnFields = (fields: readonly OwnField[]): ShownOwnField[] =>
  usedOf(fields).map((field) => ({
    id: field.id,
    name: ownName(field.id),
    type: field.type,
    label: ownLabel(field),
    hint: textIn(field.hints, getLocale()),
    isShown: field.audience === "visitors",
    isNeeded: field.isNeeded,
    choices: ownChoices(field),
  }));
