import { z } from "zod";
import { checkInput } from "../fields.ts";
import { isPartOf, type OfFeature, type WithFeatures } from "../settings/features.ts";
import type { Role } from "./roles.ts";

export const alertTimings = ["at-once", "daily", "off"] as const;
export type AlertTiming = (typeof alertTimings)[number];

/** Without its feature, nobody gets the alert or is asked about it. */
type KindOfAlert = OfFeature & { roles: readonly Role[]; usual: AlertTiming };

/**
 * The alerts that staff get by mail, with the default timing. An alert is sent at once if one person has to act or
 * something is wrong with the site. Work that is open to everybody is collected for the morning.
 */
const kinds = {
  waiting: { roles: ["admin"], usual: "daily" },
  resubmitted: { roles: ["admin"], usual: "daily" },
  "sent-back": { roles: ["admin", "moderator"], usual: "at-once" },
  report: { roles: ["admin"], usual: "at-once" },
  run: { roles: ["admin", "moderator"], usual: "at-once", feature: "bulk" },
  expiry: { roles: ["admin", "moderator"], usual: "daily" },
  deletion: { roles: ["admin"], usual: "daily" },
  site: { roles: ["admin"], usual: "at-once" },
  webhook: { roles: ["admin"], usual: "at-once", feature: "webhooks" },
} as const satisfies Record<string, KindOfAlert>;

export type AlertKind = keyof typeof kinds;
export const alertKinds = Object.keys(kinds) as [AlertKind, ...AlertKind[]];

const rowOf = (kind: AlertKind): KindOfAlert => kinds[kind];
export const alertKindsFor = (role: Role, site: WithFeatures): AlertKind[] =>
  alertKinds.filter((kind) => rowOf(kind).roles.includes(role) && isPartOf(site, rowOf(kind)));

/** An empty value means both languages. */
export const alertLanguages = ["", "en", "bn"] as const;

const choicesSchema = z.object({
  language: z.enum(alertLanguages, { error: "unknown-choice" }),
  timings: z.partialRecord(z.enum(alertKinds), z.enum(alertTimings, { error: "unknown-choice" })),
});
export type AlertChoices = z.output<typeof choicesSchema>;

export const parseAlertChoices = (input: unknown): AlertChoices => checkInput(choicesSchema, input);

export const timingOf = ({ timings }: AlertChoices, kind: AlertKind): AlertTiming => timings[kind] ?? kinds[kind].usual;

/** The hour on the office's clock. */
export const digestHour = 8;

/** Staff are notified this number of days before the last day of a document. */
export const daysBeforeExpiry = [30, 7] as const;
