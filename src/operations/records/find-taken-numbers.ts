import { canonicalNumber } from "#core/records/numbers.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayAskForTakenNumbers, mayReadRecord, authorize } from "#core/staff/permissions.ts";
import type { RecordRow } from "#storage/database/records.ts";
import type { Portal } from "../portal.ts";
import { numberOwners } from "./number-owners.ts";
import { limitAsking } from "./limit-asking.ts";

export type TypedNumbers = {
  /** As typed so far; what cannot be a number is nobody's. */
  passportNumber?: string | undefined;
  irccNumber?: string | undefined;
  /** The record that is being updated: its own numbers are free. */
  ownId?: string | undefined;
};

/** `record` is the one that has the number, for those who may read it. */
type TakenNumber = { record: { id: string; name: string } | null };

export type TakenNumbers = { passportNumber?: TakenNumber; irccNumber?: TakenNumber };

const whileTyping = { name: "numbers asked for while typing", atMost: 1000, withinSeconds: 60 * 60 };

/** Which of the numbers that somebody is typing belong to another record already. Saving checks it again. */
export async function findTakenNumbers(portal: Portal, actor: Actor, typed: TypedNumbers): Promise<TakenNumbers> {
  authorize(mayAskForTakenNumbers(actor), actor);
  const numbers = {
    passportNumber: canonicalNumber(typed.passportNumber ?? ""),
    irccNumber: canonicalNumber(typed.irccNumber ?? ""),
  };
  if (numbers.passportNumber === null && numbers.irccNumber === null) return {};
  await limitAsking(portal, actor, whileTyping);
  const { passportNumber, irccNumber } = await numberOwners(portal, portal.database.read, numbers, null);
  const passport = passportNumber && taken(actor, passportNumber, typed.ownId);
  const ircc = irccNumber && taken(actor, irccNumber, typed.ownId);
  return { ...(passport && { passportNumber: passport }), ...(ircc && { irccNumber: ircc }) };
}

/** Null where it is the very record that they are updating; of one that they may not read nobody's word is taken. */
function taken(actor: Actor, { id, name, added_by }: RecordRow, ownId: string | undefined): TakenNumber | null {
  if (!mayReadRecord(actor, { addedBy: added_by })) return { record: null };
  return id === ownId ? null : { record: { id, name } };
}
