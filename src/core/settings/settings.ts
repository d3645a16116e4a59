import { z } from "zod";
import { ownFieldsSchema, ownPapersSchema, secondNumberSchema } from "../own-fields/own-fields-schema.ts";
import { offAudiences } from "../own-fields/own-paper.ts";
import { documentKinds, kindsAdvisedForVisitors, publicKinds } from "../records/document-kinds.ts";
import { lookupPolicies } from "../records/lookup-policy.ts";
import { irccNumber } from "../records/second-number.ts";
import { checkInput, dateText, optionalText, optionalParagraph, requiredText, wholeNumber } from "../fields.ts";
import { textsSchema } from "../texts/page-text.ts";
import { webAddress } from "../web-address.ts";
import { accentSchema } from "./accent.ts";
import { backupScheduleSchema, defaultBackupSchedule } from "./backup-schedule.ts";
import { defaultMenus } from "./default-menus.ts";
import { type Feature, features, firstFeatures, isPartOf, lackingNeeds, type WithFeatures } from "./features.ts";
import { addedLanguages } from "./languages.ts";
import { logSettingsSchema } from "./log-settings.ts";
import { logoSchema } from "./logo.ts";
import { menusSchema } from "./menus.ts";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";
import { proposedOfficesSchema } from "./proposed-offices.ts";
import { defaultRetention, retentionSchema } from "./retention.ts";
import type { SectionId } from "./sections.ts";
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

const fraudWarningSchema = z
  .object({ isOn: z.boolean({ error: "unknown-choice" }), text: optionalText(200), textBangla: optionalText(200) })
  .refine(({ isOn, text, textBangla }) => !isOn || text !== "" || textBangla !== "", {
    path: ["text"],
    error: "required",
  });

export const registrations = ["open", "invite"] as const;
export const secondFactors = ["optional", "required"] as const;

export const leftRevisionChoices = ["publish", "discard"] as const;

export const maxStatementDays = 366;

/** What else is known of a setting. Only admins change settings. */
type Marks = {
  /** The form that has its boxes. A setting without one has a page or a button of its own. */
  section?: SectionId;
  /** It decides whom visitors trust, what they see, who gets access, or what can be restored: a change needs a recent proof. */
  isGuarded?: true;
  /** Under the four-eyes rule some changes wait in a way of their own (`waiting-changes.ts`), beside `safeguards.ts`. */
  isHeld?: true;
  /** Without this feature the setting has no box, and keeps its value. */
  feature?: Feature;
  /** The migration step that added it. Settings stored before have its default. */
  addedBy?: string;
};

const flag = z.boolean({ error: "unknown-choice" });

const featuresSchema = z.record(z.enum(features), flag).superRefine((all, context) => {
  for (const feature of lackingNeeds(all))
    context.addIssue({ code: "custom", path: [feature], message: "feature-needed" });
});

/** `first`: what a new site has. */
const setting = <Check extends z.ZodType, const Of extends Marks>(check: Check, first: z.output<Check>, marks: Of) => ({
  check,
  first,
  ...marks,
});

const noOperator: z.output<typeof operatorSchema> = {
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
};

const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, { error: "unknown-choice" });

/**
 * Everything that an admin can change without a restart, one row each. Checks, defaults, forms and the command line read
 * this table; `i18n/setting-words.ts` has the words.
 */
const rows = {
  operator: setting(operatorSchema, noOperator, { section: "operator", isGuarded: true }),
  /** The office's (operations/portal/office-time.ts). Empty until an admin sets it: then the machine's counts. */
  timeZone: setting(z.union([z.literal(""), timeZoneSchema], { error: "time-zone" }), "", {
    section: "operator",
    addedBy: "1.1",
  }),
  lookupPolicy: setting(oneOf(lookupPolicies), "open", { section: "publishing", isGuarded: true }),
  /** The kinds that strangers see. All other kinds are for staff. */
  shownKinds: setting(z.array(oneOf(publicKinds)), [...kindsAdvisedForVisitors], {
    section: "publishing",
    isGuarded: true,
    isHeld: true,
  }),
  /** True if holders may hide documents of their record from strangers. */
  holdersMayHoldBack: setting(flag, true, { section: "publishing", feature: "holders" }),
  /** The operator's own words: on the first page and where nothing is found, while it is on. */
  fraudWarning: setting(
    fraudWarningSchema,
    { isOn: false, text: "", textBangla: "" },
    {
      section: "publishing",
      isGuarded: true,
      addedBy: "1.2",
    },
  ),
  /** The day in the line "Records checked up to". First the day of the first start. */
  dateValue: setting(dateText, "", {}),
  /** True if an admin has set the day. Until then, pages do not show it. */
  dateIsSet: setting(flag, false, {}),
  fourEyes: setting(flag, false, { section: "records", isGuarded: true, isHeld: true }),
  /** What becomes of revisions that still wait once the four-eyes rule is off. Asked for when it is switched off. */
  leftRevisions: setting(oneOf(leftRevisionChoices), "discard", { addedBy: "1.1" }),
  defaultNationality: setting(optionalText(100), "BANGLADESH", { section: "records" }),
  ownFields: setting(ownFieldsSchema, [], { isHeld: true, addedBy: "1.1" }),
  ownPapers: setting(ownPapersSchema, [], { isHeld: true, addedBy: "1.1" }),
  /** No kind of these is among the shown ones: `applySettings` sees to it. */
  kindsOff: setting(
    z.partialRecord(oneOf(documentKinds), oneOf(offAudiences)),
    {},
    { isGuarded: true, addedBy: "1.1" },
  ),
  secondNumber: setting(secondNumberSchema, irccNumber, { isGuarded: true, isHeld: true, addedBy: "1.1" }),
  /** True if new records may be without a second number. */
  irccNumberIsOptional: setting(flag, false, {}),
  registration: setting(oneOf(registrations), "open", { section: "accounts", isGuarded: true }),
  /** `required`: admins and moderators act as students until they have shown a second factor. */
  secondFactor: setting(oneOf(secondFactors), "optional", { section: "accounts", isGuarded: true }),
  /** The number of days for which a signed statement can be relied on without another check. */
  statementDays: setting(wholeNumber(1, maxStatementDays), 90, { section: "publishing", feature: "statements" }),
  backups: setting(backupScheduleSchema, defaultBackupSchedule, { section: "backups", isGuarded: true }),
  log: setting(logSettingsSchema, { witnesses: "", mailTo: "", registers: "" }, { section: "log", isGuarded: true }),
  retention: setting(retentionSchema, defaultRetention, { section: "retention", isGuarded: true }),
  features: setting(featuresSchema, firstFeatures, {
    section: "features",
    isGuarded: true,
    addedBy: "1.1",
  }),
  /** True if an admin has closed the list of what a new site lacks. */
  checklistIsPutAway: setting(flag, false, {}),
  languages: setting(
    z.partialRecord(z.enum(addedLanguages), z.object({ isOn: flag, confirmed: z.string().max(64).default("") })),
    {},
    {},
  ),
  logo: setting(logoSchema.nullable(), null, {}),
  /** The colour of buttons. Empty for the site's default colour. */
  accent: setting(accentSchema, "", {}),
  menus: setting(menusSchema, defaultMenus, {}),
  officialPlaces: setting(officialPlacesSchema, defaultOfficialPlaces, { section: "places", isGuarded: true }),
  proposedOffices: setting(proposedOfficesSchema, [], { isGuarded: true, addedBy: "1.1" }),
  texts: setting(textsSchema, {}, {}),
};

type Rows = typeof rows;
export type SettingName = keyof Rows;

/** The settings that have a mark. */
export type SettingsWith<Of extends keyof Marks> = {
  [Name in SettingName]: Rows[Name] extends { readonly [Part in Of]: unknown } ? Name : never;
}[SettingName];

const isSettingName = (text: string): text is SettingName => Object.hasOwn(rows, text);
export const settingNames: readonly SettingName[] = Object.keys(rows).filter(isSettingName);

/** The row of a setting, with the marks that not every row has. */
export const settingRow = (name: SettingName): { check: z.ZodType } & Marks => rows[name];

/** The settings that a form of this site changes, in the order of the table. */
export const settingsOfSection = (site: WithFeatures, section: SectionId): readonly SettingName[] =>
  settingNames.filter((name) => settingRow(name).section === section && isPartOf(site, settingRow(name)));

/** For each setting that a migration step added, the step. */
export const stepsOfSettings = Object.fromEntries(
  settingNames.flatMap((name) => {
    const { addedBy } = settingRow(name);
    return addedBy === undefined ? [] : [[name, addedBy] as const];
  }),
);

/** A part of each row. */
const eachRow = <Part extends "check" | "first">(part: Part) =>
  Object.fromEntries(settingNames.map((name) => [name, rows[name][part]])) as {
    [Name in SettingName]: Rows[Name][Part];
  };

const partsSchema = z.object(eachRow("check"));
export type Settings = z.output<typeof partsSchema>;

/** Under the policy `code`, visitors find nothing but what holders show. Each of the two forms says it at its own box. */
const settingsSchema = partsSchema.superRefine(({ lookupPolicy, features: { holders } }, context) => {
  if (lookupPolicy !== "code" || holders) return;
  context.addIssue({ code: "custom", path: ["lookupPolicy"], message: "feature-needed" });
  context.addIssue({ code: "custom", path: ["features", "holders"], message: "feature-in-use" });
});

/** The form that says who publishes here requires at least the operator's name. */
const namedOperatorSchema = z.object({ operator: operatorSchema.extend({ name: requiredText(120) }) });

export const parseNamedOperator = (input: unknown): Settings["operator"] =>
  checkInput(namedOperatorSchema, input).operator;

/** The settings that the first admin is asked for before anything else. */
const firstSettingsSchema = namedOperatorSchema.extend(
  partsSchema.pick({ timeZone: true, lookupPolicy: true, shownKinds: true, registration: true, secondFactor: true })
    .shape,
);
export type FirstSettings = z.output<typeof firstSettingsSchema>;

/** The choices of the specification. The form for a new site proposes safer ones. */
export const asSpecified = {
  lookupPolicy: "open",
  registration: "open",
  secondFactor: "optional",
} as const satisfies Partial<FirstSettings>;

export const parseFirstSettings = (input: unknown): FirstSettings => checkInput(firstSettingsSchema, input);

/** Settings with their version number, which grows by one with every change. `signIn` contains secrets. */
export type VersionedSettings = { settings: Settings; signIn: SignIn; version: number; changedAt: number };

export const parseSettings = (input: unknown): Settings => checkInput(settingsSchema, input);

/** Returns the settings of a portal that nobody has set up yet. They claim nothing that is not known. */
export const defaultSettings = (today: string): Settings => ({ ...eachRow("first"), dateValue: today });
