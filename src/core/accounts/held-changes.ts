import { dayMs } from "../durations.ts";
import { publicKinds } from "../records/document-kinds.ts";
import { numberSigns } from "../records/numbers.ts";
import { languages } from "../settings/languages.ts";
import { storedMailServer } from "../settings/mail-server.ts";
import { storedSafeguards } from "../settings/safeguards.ts";
import { storedSignIn } from "../settings/sign-in.ts";
import {
  type Decoded,
  flag,
  listOf,
  mapOfSome,
  oneOf,
  oneShapeOf,
  optional,
  orNull,
  shape,
  text,
} from "../stored/decoders.ts";
import { departures } from "./departure.ts";
import { roles } from "./roles.ts";

/** How long a change waits for a second admin before it takes effect without one. */
export const heldForMs = dayMs;

/** For this long, nobody may be the second admin for the person who gave them their role, nor approve that person's records. */
export const newcomerMs = 7 * dayMs;

const personChanges = [
  "make-admin",
  "make-moderator",
  "make-student",
  "suspend",
  "restore",
  "delete",
  "reset-factors",
] as const;
export type PersonChange = (typeof personChanges)[number];

const changeOfPerson = shape({
  kind: oneOf(...personChanges),
  subject: text,
  /** The OpenID provider that gives the role. */
  provider: optional(text),
  /** The answer why somebody loses their access travels with the change. */
  why: optional(oneOf(...departures), "1.1"),
  spared: optional(listOf(text), "1.1"),
});
export type ChangeOfPerson = Decoded<typeof changeOfPerson>;

/** One of the operator's own fields or papers, under the names that visitors will see. */
const shownOwn = shape(
  {
    id: text,
    labels: mapOfSome(languages, text),
    /** True if visitors will newly see the last days of a paper that they see. */
    hasLastDay: optional(flag, "1.1"),
  },
  "1.1",
);

/** What of the second number waits. Help, example and whether it may be missing wait only with another name or form, and if they change. */
const heldNumber = shape(
  {
    labels: mapOfSome(languages, text),
    form: orNull(listOf(oneOf(...numberSigns))),
    isAbsent: flag,
    hints: optional(mapOfSome(languages, text), "1.1"),
    example: optional(text, "1.1"),
    isOptional: optional(flag, "1.1"),
  },
  "1.1",
);
export type HeldNumber = Decoded<typeof heldNumber>;

/**
 * A change that waits for a second admin where the four-eyes rule is on. `subject` is the id of a person, the address of
 * an invitation, or "" for the site. Only one change of a kind waits for each subject. So where another answer or other kinds
 * are another change, they are the subject.
 */
export const heldChange = oneShapeOf(
  "kind",
  changeOfPerson,
  shape({ kind: oneOf("invite"), subject: text, role: oneOf(...roles) }),
  shape({ kind: oneOf("four-eyes-off"), subject: oneOf("", "publish") }),
  shape({ kind: oneOf("shown-kinds"), subject: text, kinds: listOf(oneOf(...publicKinds)) }, "1.1"),
  shape({ kind: oneOf("shown-fields", "shown-papers"), subject: text, fields: listOf(shownOwn) }, "1.1"),
  /** `before`: what the number is until then. Each other change of it ends this one. */
  shape({ kind: oneOf("second-number"), subject: oneOf(""), number: heldNumber, before: heldNumber }, "1.1"),
  /** `subject` are the losses (`core/settings/safeguards.ts`). Each other change of one of these settings ends this one. */
  shape({ kind: oneOf("safeguards"), subject: text, settings: storedSafeguards, before: storedSafeguards }, "1.2"),
  /** `subject` is the id of one of the operator's own fields or papers. */
  shape({ kind: oneOf("own-values"), subject: text, label: text }, "1.1"),
  /** `subject` is a keyed hash of the number. */
  shape({ kind: oneOf("false-number"), subject: text, number: text, reason: text, until: text }, "1.2"),
  shape({ kind: oneOf("mail-server"), subject: oneOf(""), server: orNull(storedMailServer) }),
  shape({ kind: oneOf("sign-in"), subject: oneOf(""), signIn: storedSignIn }),
);
export type HeldChange = Decoded<typeof heldChange>;

export const isOfPerson = (change: HeldChange): change is ChangeOfPerson =>
  personChanges.some((kind) => kind === change.kind);

export const heldKinds = [
  ...personChanges,
  "invite",
  "four-eyes-off",
  "shown-kinds",
  "shown-fields",
  "shown-papers",
  "second-number",
  "safeguards",
  "own-values",
  "false-number",
  "mail-server",
  "sign-in",
] as const;
