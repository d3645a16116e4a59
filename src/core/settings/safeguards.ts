import { type DocumentKind, isAdvisedForStaff } from "../records/document-kinds.ts";
import { switchedOff } from "./feature-uses.ts";
import { deletesMore } from "./retention.ts";
import { settingNames, settingRow, type Settings } from "./settings.ts";

/** True if a change requires a recent proof of the second factor: an open browser is not enough. */
export const touchesSafeguards = (change: Partial<Settings>): boolean =>
  settingNames.some((name) => settingRow(name).isGuarded && name in change);

type LossCheck = (before: Settings, after: Settings) => boolean;

const lost = {
  "lookup-open": (before, after) => before.lookupPolicy !== "open" && after.lookupPolicy === "open",
  "lookup-by-number": (before, after) => before.lookupPolicy === "code" && after.lookupPolicy !== "code",
  "papers-shown": (before, after) => newlyShown(before, after).length > 0,
  "four-eyes-off": (before, after) => before.fourEyes && !after.fourEyes,
  "registration-open": (before, after) => before.registration === "invite" && after.registration === "open",
  "second-factor-optional": (before, after) => before.secondFactor === "required" && after.secondFactor === "optional",
  "backups-off": (before, after) => before.backups.isOn && !after.backups.isOn,
  "backups-fewer": ({ backups: before }, { backups: after }) =>
    (["days", "weeks", "months"] as const).some((unit) => after[unit] < before[unit]),
  "records-deleted": (before, after) => deletesMore(before.retention, after.retention),
  "features-off": (before, after) => switchedOff(before, after).length > 0,
} satisfies Record<string, LossCheck>;

export type SafetyLoss = keyof typeof lost;

const losses = Object.keys(lost) as SafetyLoss[];

export const safetyLost = (before: Settings, after: Settings): SafetyLoss[] =>
  losses.filter((loss) => lost[loss](before, after));

/** Returns the kinds advised for staff only that the change newly shows to visitors. */
export const newlyShown = (before: Settings, after: Settings): DocumentKind[] =>
  after.shownKinds.filter((kind) => isAdvisedForStaff(kind) && !before.shownKinds.includes(kind));
