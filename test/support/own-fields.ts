import type { OwnField } from "#core/own-fields/own-field.ts";
import { system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";

export const ownField = (id: string, label: string, more: Partial<OwnField> = {}): OwnField => ({
  id,
  type: "text",
  audience: "staff",
  labels: { en: label },
  hints: {},
  isNeeded: false,
  choices: [],
  isRemoved: false,
  ...more,
});

export const declare = (portal: Portal, ...ownFields: OwnField[]) =>
  changeSettings(portal, system("test"), { change: { ownFields } });
