import type { OwnField } from "#core/own-fields/own-field.ts";
import type { OwnPaper, OwnPaperId } from "#core/own-fields/own-paper.ts";
import { system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { fillOwnIndex } from "#operations/upkeep/fill-own-index.ts";

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

export const ownPaper = (id: OwnPaperId, title: string, more: Partial<OwnPaper> = {}): OwnPaper => ({
  id,
  audience: "staff",
  labels: { en: title },
  hasLastDay: true,
  isForMany: false,
  onPages: ["/"],
  isRemoved: false,
  ...more,
});

export const declarePapers = (portal: Portal, ...ownPapers: OwnPaper[]) =>
  changeSettings(portal, system("test"), { change: { ownPapers } });

export const declare = (portal: Portal, ...ownFields: OwnField[]) =>
  changeSettings(portal, system("test"), { change: { ownFields } });

/** An office that a set brought beside tickets, and that nobody has looked at. */
export const proposeOffice = (portal: Portal, to: string) =>
  changeSettings(portal, system("test"), {
    change: {
      proposedOffices: [{ kind: "ticket", label: "An office", to, source: to, readOn: "2026-11-30", looked: null }],
    },
  });

/** Makes the rows by which records are found, as the job does a minute after the settings changed; or one step of it. */
export const fillIndex = (portal: Portal, stopping?: AbortSignal, atOnce?: number): Promise<void> =>
  fillOwnIndex({ ...portal, now: () => portal.now() + 60_000 }, stopping, atOnce);
