import { z } from "zod";
import { ownFieldsSchema } from "../own-fields/own-fields-schema.ts";
import { kindsAdvisedForVisitors, publicKinds } from "../records/document-kinds.ts";
import { lookupPolicies } from "../records/lookup-policy.ts";
import { checkInput, dateText, optionalText, optionalParagraph, requiredText, wholeNumber } from "../fields.ts";
import { textsSchema } from "../texts/page-text.ts";
import { webAddress } from "../web-address.ts";
import { accentSchema } from "./accent.ts";
import { backupScheduleSchema, defaultBackupSchedule } from "./backup-schedule.ts";
import { defaultMenus } from "./default-menus.ts";
import { features, firstFeatures } from "./features.ts";
import { addedLanguages } from "./languages.ts";
import { logSettingsSchema } from "./log-settings.ts";
import { logoSchema } from "./logo.ts";
import { menusSchema } from "./menus.ts";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";
import { defaultRetention, retentionSchema } from "./retention.ts";
import type { SignIn } from "./sign-in.ts";
import { timeZoneSchema } from "./time-zone.ts";

const operatorSchema = z.object({
  /** Empty until an admin sets it. */
  name: optionalText(120),
  /** What the operator is, and where, such as "Recruitment agency in Dhaka". */
  about: optionalText(120),
  aboutBangla: optionalText(120).default(""),
  /** The licence number and, as a link, the register in which anyone can look it up. */
  licence: optionalText(120),
  licenceBangla: optionalText(120).default(""),
  licenceRegister: z.union([z.literal(""), webAddress], { error: "link-format" }),
  address: optionalParagraph(500),
  phone: optionalText(60),
  email: z.union([z.literal(""), z.email({ error: "email-format" })], { error: "email-format" }),
  /** The operator's own page. The icon in the footer links to it. */
  page: z.union([z.literal(""), webAddress], { error: "link-format" }),
});

export const registrations = ["open", "invite"] as const;
export const secondFactors = ["optional", "required"] as const;

export const leftRevisionChoices = ["publish", "discard"] as const;

export const maxStatementDays = 366;

/** Everything that an admin can change without a restart. */
const settingsSchema = z.object({
  operator: operatorSchema,
  /** The office's (operations/portal/office-time.ts). Empty until an admin sets it: then the machine's counts. */
  timeZone: z.union([z.literal(""), timeZoneSchema], { error: "time-zone" }),
  lookupPolicy: z.enum(lookupPolicies, { error: "unknown-choice" }),
  /** The kinds that strangers see. All others are for staff. */
  shownKinds: z.array(z.enum(publicKinds, { error: "unknown-choice" })),
  /** True if holders may hide documents of their record from strangers. */
  holdersMayHoldBack: z.boolean(),
  /** The day in the line "Records checked up to". */
  dateValue: dateText,
  /** True if an admin has set the day. Until then, pages do not show it. */
  dateIsSet: z.boolean(),
  fourEyes: z.boolean(),
  /** What becomes of revisions that still wait once the four-eyes rule is off. */
  leftRevisions: z.enum(leftRevisionChoices, { error: "unknown-choice" }),
  defaultNationality: optionalText(100),
  ownFields: ownFieldsSchema,
  /** True if new records may be without an IRCC number. */
  irccNumberIsOptional: z.boolean(),
  registration: z.enum(registrations, { error: "unknown-choice" }),
  /** `required`: admins and moderators act as students until they have shown a second factor. */
  secondFactor: z.enum(secondFactors, { error: "unknown-choice" }),
  /** The number of days for which a signed statement can be relied on without another check. */
  statementDays: wholeNumber(1, maxStatementDays),
  backups: backupScheduleSchema,
  log: logSettingsSchema,
  retention: retentionSchema,
  features: z.record(z.enum(features), z.boolean({ error: "unknown-choice" })),
  /** True if an admin has closed the list of what a new site lacks. */
  checklistIsPutAway: z.boolean(),
  languages: z.partialRecord(
    z.enum(addedLanguages),
    z.object({ isOn: z.boolean(), confirmed: z.string().max(64).default("") }),
  ),
  logo: logoSchema.nullable(),
  /** The colour of buttons. Empty for the site's default colour. */
  accent: accentSchema,
  menus: menusSchema,
  officialPlaces: officialPlacesSchema,
  texts: textsSchema,
});
export type Settings = z.output<typeof settingsSchema>;

/** The form that says who publishes here requires at least the operator's name. */
const namedOperatorSchema = z.object({ operator: operatorSchema.extend({ name: requiredText(120) }) });

export const parseNamedOperator = (input: unknown): Settings["operator"] =>
  checkInput(namedOperatorSchema, input).operator;

/** The settings that the first admin is asked for before anything else. */
const firstSettingsSchema = namedOperatorSchema.extend(
  settingsSchema.pick({ timeZone: true, lookupPolicy: true, shownKinds: true, registration: true, secondFactor: true })
    .shape,
);
export type FirstSettings = z.output<typeof firstSettingsSchema>;

export const parseFirstSettings = (input: unknown): FirstSettings => checkInput(firstSettingsSchema, input);

/** Settings with their version number, which grows by one with every change. `signIn` contains secrets. */
export type VersionedSettings = { settings: Settings; signIn: SignIn; version: number; changedAt: number };

export const parseSettings = (input: unknown): Settings => checkInput(settingsSchema, input);

/** Returns the settings of a portal that nobody has set up yet. They claim nothing that is not known. */
export function defaultSettings(today: string): Settings {
  return {
    operator: {
      name: "",
      about: "",
      aboutBangla: "",
      licence: "",
      licenceBangla: "",
      licenceRegister: "",
      address: "",
      phone: "",
      email: "",
      page: "",
    },
    timeZone: "",
    lookupPolicy: "open",
    shownKinds: [...kindsAdvisedForVisitors],
    holdersMayHoldBack: true,
    dateValue: today,
    dateIsSet: false,
    fourEyes: false,
    leftRevisions: "discard",
    defaultNationality: "BANGLADESH",
    ownFields: [],
    irccNumberIsOptional: false,
    registration: "open",
    secondFactor: "optional",
    statementDays: 90,
    backups: defaultBackupSchedule,
    log: { witnesses: "", mailTo: "", registers: "" },
    retention: defaultRetention,
    features: firstFeatures,
    checklistIsPutAway: false,
    languages: {},
    logo: null,
    accent: "",
    menus: defaultMenus,
    officialPlaces: defaultOfficialPlaces,
    texts: {},
  };
}
