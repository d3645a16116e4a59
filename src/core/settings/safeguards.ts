import { type DocumentKind, isAdvisedForStaff } from "../records/document-kinds.ts";
import { switchedOff } from "./feature-uses.ts";
import { linesOf } from "./log-settings.ts";
import { deletesMore } from "./retention.ts";
import { type Decoded, oneOf, optional, shape, someLike } from "../stored/decoders.ts";
import { lookupPolicies } from "../records/lookup-policy.ts";
import {
  defaultSettings,
  parseSettings,
  registrations,
  secondFactors,
  type SettingName,
  settingNames,
  settingRow,
  type Settings,
  type SettingsWith,
} from "./settings.ts";

/** True if a change requires a recent proof of the second factor: an open browser is not enough. */
export const touchesSafeguards = (change: Partial<Settings>): boolean =>
  settingNames.some((name) => settingRow(name).isGuarded && name in change);

type LossCheck = (before: Settings, after: Settings) => boolean;
type Losses = Readonly<Record<string, LossCheck>>;

const nothing = {} satisfies Losses;

/**
 * For each setting, how a change of it shows more to somebody or weakens what protects records. Each loss is confirmed in
 * the form. Under the four-eyes rule it waits for a second admin: see `isHeld` for those that wait in a way of their own.
 */
const lossesOf = {
  operator: nothing,
  timeZone: nothing,
  lookupPolicy: {
    "lookup-open": (before, after) => before.lookupPolicy !== "open" && after.lookupPolicy === "open",
    "lookup-by-number": (before, after) => before.lookupPolicy === "code" && after.lookupPolicy !== "code",
  },
  shownKinds: { "papers-shown": (before, after) => newlyShown(before, after).length > 0 },
  // What a holder keeps back stays so.
  holdersMayHoldBack: nothing,
  fraudWarning: nothing,
  dateValue: nothing,
  dateIsSet: nothing,
  fourEyes: { "four-eyes-off": (before, after) => before.fourEyes && !after.fourEyes },
  leftRevisions: nothing,
  defaultNationality: nothing,
  ownFields: nothing,
  ownPapers: nothing,
  // A kind that is on again is for staff.
  kindsOff: nothing,
  secondNumber: nothing,
  irccNumberIsOptional: nothing,
  registration: {
    "registration-open": (before, after) => before.registration === "invite" && after.registration === "open",
  },
  secondFactor: {
    "second-factor-optional": (before, after) =>
      before.secondFactor === "required" && after.secondFactor === "optional",
  },
  statementDays: nothing,
  backups: {
    "backups-off": (before, after) => before.backups.isOn && !after.backups.isOn,
    "backups-fewer": ({ backups: before }, { backups: after }) =>
      (["days", "weeks", "months"] as const).some((unit) => after[unit] < before[unit]),
  },
  log: {
    "log-watched-less": ({ log: before }, { log: after }) =>
      (["witnesses", "mailTo"] as const).some(
        (watched) => !new Set(linesOf(before[watched])).isSubsetOf(new Set(linesOf(after[watched]))),
      ),
  },
  retention: { "records-deleted": (before, after) => deletesMore(before.retention, after.retention) },
  // One that is switched on gives nobody anything before somebody uses it.
  features: { "features-off": (before, after) => switchedOff(before, after).length > 0 },
  checklistIsPutAway: nothing,
  languages: nothing,
  logo: nothing,
  accent: nothing,
  menus: nothing,
  officialPlaces: nothing,
  proposedOffices: nothing,
  texts: nothing,
} satisfies Record<SettingName, Losses>;

type LossIn<Name extends SettingName> = keyof (typeof lossesOf)[Name] & string;
export type SafetyLoss = { [Name in SettingName]: LossIn<Name> }[SettingName];

/** The settings whose losses wait for a second admin together. */
export type SafeguardName = {
  [Name in SettingName]: LossIn<Name> extends never ? never : Name;
}[SettingName] &
  Exclude<SettingName, SettingsWith<"isHeld">>;

const isLost = (name: SettingName, before: Settings, after: Settings): SafetyLoss[] =>
  Object.entries<LossCheck>(lossesOf[name]).flatMap(([loss, isSo]) =>
    isSo(before, after) ? [loss as SafetyLoss] : [],
  );

export const safetyLost = (before: Settings, after: Settings): SafetyLoss[] =>
  settingNames.flatMap((name) => isLost(name, before, after));

const safeguardNames = settingNames.filter(
  (name): name is SafeguardName => !settingRow(name).isHeld && Object.keys(lossesOf[name]).length > 0,
);

const { backups, log, retention, features } = defaultSettings("");

/** What a held change stores of them. */
export const storedSafeguards = shape(
  {
    lookupPolicy: optional(oneOf(...lookupPolicies)),
    registration: optional(oneOf(...registrations)),
    secondFactor: optional(oneOf(...secondFactors)),
    backups: optional(someLike(backups)),
    log: optional(someLike(log)),
    retention: optional(someLike(retention)),
    features: optional(someLike(features)),
  } satisfies Record<SafeguardName, unknown>,
  "1.2",
);
export type Safeguards = Decoded<typeof storedSafeguards>;

/** The settings that lose something, as they are in `of`. Without those that wait in a way of their own. */
export const loosened = (before: Settings, after: Settings, of: Settings): Partial<Settings> =>
  partOf(
    of,
    safeguardNames.filter((name) => isLost(name, before, after).length > 0),
  );

const partOf = (settings: Settings, names: readonly string[]): Partial<Settings> =>
  Object.fromEntries(settingNames.filter((name) => names.includes(name)).map((name) => [name, settings[name]]));

/** The settings that were stored, checked as those that are typed. */
export const restoredSafeguards = (present: Settings, stored: Safeguards): Partial<Settings> =>
  partOf(parseSettings({ ...present, ...stored }), Object.keys(stored));

/** Returns the kinds advised for staff only that the change newly shows to visitors. */
export const newlyShown = (before: Settings, after: Settings): DocumentKind[] =>
  after.shownKinds.filter((kind) => isAdvisedForStaff(kind) && !before.shownKinds.includes(kind));
