import type { DocumentKind } from "../records/document-kinds.ts";
import type { Settings } from "./settings.ts";

/** Papers that say more about a person than a check needs. The advice is to keep them for staff. */
const kindsForStaff: readonly DocumentKind[] = ["medical", "policeClearance", "fingerprint"];

export const isAdvisedForStaff = (kind: DocumentKind): boolean => kindsForStaff.includes(kind);

/** Whom visitors are told to trust, what they learn, and who gets in. */
const guarded: readonly (keyof Settings)[] = [
  "operator",
  "officialPlaces",
  "lookupPolicy",
  "shownKinds",
  "fourEyes",
  "registration",
  "secondFactor",
];

/** What a browser that somebody left open must not be enough for. */
export const touchesSafeguards = (change: Partial<Settings>): boolean => guarded.some((name) => name in change);

type Lost = (before: Settings, after: Settings) => boolean;

const lost = {
  "lookup-open": (before, after) => before.lookupPolicy === "guarded" && after.lookupPolicy === "open",
  "papers-shown": (before, after) => newlyShown(before, after).length > 0,
  "four-eyes-off": (before, after) => before.fourEyes && !after.fourEyes,
  "registration-open": (before, after) => before.registration === "invite" && after.registration === "open",
  "second-factor-optional": (before, after) => before.secondFactor === "required" && after.secondFactor === "optional",
} satisfies Record<string, Lost>;

export type SafetyLoss = keyof typeof lost;

const losses = Object.keys(lost) as SafetyLoss[];

/** What a change makes less safe than it was. */
export const safetyLost = (before: Settings, after: Settings): SafetyLoss[] =>
  losses.filter((loss) => lost[loss](before, after));

/** Of the papers that are better kept for staff, those that visitors did not see before. */
export const newlyShown = (before: Settings, after: Settings): DocumentKind[] =>
  after.shownKinds.filter((kind) => isAdvisedForStaff(kind) && !before.shownKinds.includes(kind));
