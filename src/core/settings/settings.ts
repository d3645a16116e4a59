import { z } from "zod";
import { documentKinds, kindsAdvisedForVisitors } from "../records/document-kinds.ts";
import { lookupPolicies } from "../records/lookup-policy.ts";
import { checkInput, dateText, optionalText, optionalParagraph, requiredText, wholeNumber } from "../fields.ts";
import { textsSchema } from "../texts/page-text.ts";
import { webAddress } from "../web-address.ts";
import { accentSchema } from "./accent.ts";
import { backupScheduleSchema, defaultBackupSchedule } from "./backup-schedule.ts";
import { defaultMenus } from "./default-menus.ts";
import { addedLanguages } from "./languages.ts";
import { logSettingsSchema } from "./log-settings.ts";
import { logoSchema } from "./logo.ts";
import { menusSchema } from "./menus.ts";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";
import { defaultRetention, retentionSchema } from "./retention.ts";

const operatorSchema = z.object({
  /** Empty until somebody has said it. */
  name: optionalText(120),
  /** What they are and where, such as "Recruitment agency in Dhaka". */
  about: optionalText(120),
  /** The licence number and, as a link, the register in which anyone can look it up. */
  licence: optionalText(120),
  licenceRegister: z.union([z.literal(""), webAddress], { error: "link-format" }),
  address: optionalParagraph(500),
  phone: optionalText(60),
  email: z.union([z.literal(""), z.email({ error: "email-format" })], { error: "email-format" }),
  /** The operator's own page, where the footer's icon leads. */
  page: z.union([z.literal(""), webAddress], { error: "link-format" }),
});

export const registrations = ["open", "invite"] as const;
export const secondFactors = ["optional", "required"] as const;

/** Everything an admin can set without restarting. */
const settingsSchema = z.object({
  operator: operatorSchema,
  lookupPolicy: z.enum(lookupPolicies, { error: "unknown-choice" }),
  /** The kinds that strangers see; the rest are for staff. */
  shownKinds: z.array(z.enum(documentKinds, { error: "unknown-choice" })),
  /** Whether somebody chose them. Until then admins are asked to, where strangers see what the advice keeps for staff. */
  kindsAreChosen: z.boolean(),
  /** Whether the holder of a record may keep documents of it from strangers. */
  holdersMayHoldBack: z.boolean(),
  /** "Records checked up to" this day. */
  dateValue: dateText,
  /** Whether somebody set it. Until then pages claim nothing. */
  dateIsSet: z.boolean(),
  fourEyes: z.boolean(),
  defaultNationality: optionalText(100),
  registration: z.enum(registrations, { error: "unknown-choice" }),
  /** `required`: admins and moderators act as students until they have shown a second factor. */
  secondFactor: z.enum(secondFactors, { error: "unknown-choice" }),
  /** For how many days a signed statement can be relied on without asking again. */
  statementDays: wholeNumber(1, 366),
  backups: backupScheduleSchema,
  log: logSettingsSchema,
  retention: retentionSchema,
  /** Whether the list of what a new site lacks was put away. */
  checklistIsPutAway: z.boolean(),
  languages: z.partialRecord(
    z.enum(addedLanguages),
    z.object({ isOn: z.boolean(), confirmed: z.string().max(64).default("") }),
  ),
  logo: logoSchema.nullable(),
  /** The colour of buttons; empty: as the site comes. */
  accent: accentSchema,
  menus: menusSchema,
  officialPlaces: officialPlacesSchema,
  texts: textsSchema,
});
export type Settings = z.output<typeof settingsSchema>;

/** Whoever says who publishes here says at least their name. */
const namedOperatorSchema = z.object({ operator: operatorSchema.extend({ name: requiredText(120) }) });

export const parseNamedOperator = (input: unknown): Settings["operator"] =>
  checkInput(namedOperatorSchema, input).operator;

/** What the first admin is asked before anything else. */
const firstSettingsSchema = namedOperatorSchema.extend(
  settingsSchema.pick({ lookupPolicy: true, shownKinds: true, secondFactor: true }).shape,
);
export type FirstSettings = z.output<typeof firstSettingsSchema>;

export const parseFirstSettings = (input: unknown): FirstSettings => checkInput(firstSettingsSchema, input);

/** Settings with the number of their version, which grows by one with every change. */
export type VersionedSettings = { settings: Settings; version: number; changedAt: number };

export const parseSettings = (input: unknown): Settings => checkInput(settingsSchema, input);

/** Settings of a portal that nobody has set up yet. They claim nothing that is not known. */
export function defaultSettings(today: string): Settings {
  return {
    operator: { name: "", about: "", licence: "", licenceRegister: "", address: "", phone: "", email: "", page: "" },
    lookupPolicy: "open",
    shownKinds: [...kindsAdvisedForVisitors],
    kindsAreChosen: false,
    holdersMayHoldBack: true,
    dateValue: today,
    dateIsSet: false,
    fourEyes: false,
    defaultNationality: "BANGLADESH",
    registration: "open",
    secondFactor: "optional",
    statementDays: 90,
    backups: defaultBackupSchedule,
    log: { witnesses: "", mailTo: "" },
    retention: defaultRetention,
    checklistIsPutAway: false,
    languages: {},
    logo: null,
    accent: "",
    menus: defaultMenus,
    officialPlaces: defaultOfficialPlaces,
    texts: {},
  };
}
