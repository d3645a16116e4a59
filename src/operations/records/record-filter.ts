import { z } from "zod";
import { dateText, optionalText } from "#core/fields.ts";
import { holderStates } from "#core/holders/binding.ts";
import { type Approval, approvals } from "#core/records/candidate-record.ts";
import { documentBit, documentKinds } from "#core/records/document-kinds.ts";
import { earliestLastDay, latestLastDay } from "#core/records/last-days.ts";
import { foldName, plainSearch } from "#core/records/names.ts";
import { type NumberKind, storedSpellings, withoutSigns } from "#core/records/numbers.ts";
import { startOfDay } from "#core/office-clock.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { maySeeEveryRecord } from "#core/accounts/permissions.ts";
import { lastFourHash, lastFourLength, numberIndexes } from "#sealing/number-index.ts";
import { everyRecord, type ListFilter, type NumberHashes } from "#storage/database/records/list-filter.ts";
import { countListed } from "#storage/database/records/record-list.ts";
import type { Portal } from "../portal/portal.ts";
import { limitNumberChecks } from "./check-numbers.ts";
import { ownConditions } from "./own-filter.ts";
import { secondNumberOf, spellings } from "../portal/second-number.ts";
import { officeZone } from "../portal/office-time.ts";

/** The filter of a list of records. Moderators see only their own records, whatever the filter is. */
export const recordFilterSchema = z.object({
  /** Words of a name in any order, a whole passport or second number, or its last four characters. */
  search: optionalText(200).default(""),
  status: z.enum([...approvals, "denied"]).optional(),
  hidden: z.boolean().optional(),
  addedBy: z.string().max(64).optional(),
  /** The assignee: an id, or "me". Moderators may ask only for themselves. */
  assignedTo: z.string().max(64).optional(),
  /** Days of the office. Both days are included. */
  addedFrom: dateText.optional(),
  addedTo: dateText.optional(),
  /** A kind of document that the record lacks. */
  missing: z.enum(documentKinds).optional(),
  /** A document of the record ends on one of these days or between them. */
  endsFrom: dateText.optional(),
  endsTo: dateText.optional(),
  /** True for records that will be deleted because their time is over. */
  noticed: z.boolean().optional(),
  /** By whether the holder has a page, a card for it, or neither. */
  holder: z.enum(holderStates).optional(),
  /** What the record has of own fields that can be searched, by field id; "" for nothing. */
  own: z.record(z.string(), z.string().max(400, { error: "too-long" })).default({}),
});

export type RecordFilter = z.input<typeof recordFilterSchema>;

export async function listFilterOf(
  portal: Portal,
  actor: Actor,
  { search, status, hidden, ...others }: z.output<typeof recordFilterSchema>,
): Promise<ListFilter> {
  const filter = {
    ...everyRecord,
    registry: portal.registry,
    approvals: approvalsOf(status),
    hidden: hidden === undefined ? everyRecord.hidden : ([hidden ? 1 : 0] as const),
    addedBy: maySeeEveryRecord(actor) ? (others.addedBy ?? null) : actorId(actor),
    assignedTo: assigneeOf(actor, others.assignedTo),
    addedFrom: others.addedFrom === undefined ? null : startOfDay(officeZone(portal), others.addedFrom),
    addedBefore: others.addedTo === undefined ? null : startOfDay(officeZone(portal), others.addedTo, 1),
    lastDays:
      (others.endsFrom ?? others.endsTo) === undefined
        ? null
        : { from: others.endsFrom ?? earliestLastDay, to: others.endsTo ?? latestLastDay },
    noticed: others.noticed ?? false,
    holder: others.holder ?? null,
    missing: others.missing === undefined ? null : documentBit(others.missing),
    own: await ownConditions(portal, others.own),
  };
  const numbers = await numbersIn(portal, actor, search);
  // If no record has it as a number, the text may be part of a name.
  if (numbers && (await countListed(portal.database, { ...filter, numbers }, 1)) > 0) return { ...filter, numbers };
  return { ...filter, search: await nameIn(portal, filter, foldName(search)) };
}

/** The text as it was typed. If no record has that, without titles and accents. */
async function nameIn({ database }: Portal, filter: ListFilter, folded: string): Promise<string> {
  const plain = plainSearch(folded);
  if (plain === folded || (await countListed(database, { ...filter, search: folded }, 1)) > 0) return folded;
  return plain;
}

const assigneeOf = (actor: Actor, assignee: string | undefined): string | null => {
  if (assignee === undefined) return null;
  return assignee === "me" || !maySeeEveryRecord(actor) ? actorId(actor) : assignee;
};

function approvalsOf(status: Approval | "denied" | undefined): readonly Approval[] {
  if (status === undefined) return approvals;
  return status === "denied" ? ["waiting", "returned"] : [status];
}

const nothing = { passport: null, ircc: null };

async function numbersIn(portal: Portal, actor: Actor, search: string): Promise<NumberHashes | null> {
  const { passport, ircc } = /\p{Nd}/u.test(search) ? spellings(portal, search) : nothing;
  if (passport === null && ircc === null) return null;
  await limitNumberQuestions(portal, actor);
  const { keyring, registry } = portal;
  // No record has the number "".
  const indexes = (kind: NumberKind, number: string | null) =>
    storedSpellings(number ?? "").flatMap((spelt) => numberIndexes(keyring, registry, kind, spelt));
  const four = withoutSigns(passport ?? ircc ?? "");
  const lastFour = (kind: NumberKind) => keyring.all.map((keySet) => lastFourHash(keySet, registry, kind, four));
  return {
    passport_index: indexes("passport", passport),
    ircc_index: indexes("ircc", ircc),
    ...(four.length === lastFourLength && {
      passport_last_four: lastFour("passport"),
      ...(!secondNumberOf(portal).isAbsent && { ircc_last_four: lastFour("ircc") }),
    }),
  };
}

/** More than anybody types in an hour, and too few to try all last four characters. */
const questions = { name: "numbers searched for in the list", atMost: 200, withinSeconds: 60 * 60 };

export const limitNumberQuestions = (portal: Portal, actor: Actor): Promise<void> =>
  limitNumberChecks(portal, actor, questions);
