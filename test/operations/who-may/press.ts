import { isPortalError } from "#core/errors.ts";
import { type Actor, anonymous } from "#core/accounts/actor.ts";
import { accountMails } from "#operations/mails/account-mails.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { sharedLimits } from "#operations/portal/shared-limits.ts";
import { rolledBack, type Within } from "#storage/database/transaction.ts";
import type { Persona } from "../../server/matrix/personas.ts";
import type { Family } from "../../server/matrix/reach.ts";
import type { Thing, Things } from "../../server/matrix/things.ts";
import { actorOf } from "../../support/accounts/fresh-accounts.ts";
import { given, noBytes } from "./calls.ts";
import type { Maker } from "./own-things.ts";
import type { Operation } from "./drawn-operations.ts";

/** May they do this? `own`: only with what is their own. */
export async function pressed(portal: Portal, things: Things, operation: Operation, actor: Actor) {
  const { names } = callOf(operation);
  if (names === null) return inWords(await isAllowed(portal, operation, actor, {}));
  const mayWith = async (isOwn: boolean) =>
    isAllowed(portal, operation, actor, await thingOf(portal, things, names, actor, isOwn));
  const mayWithOthers = await mayWith(false);
  if (mayWithOthers || actor.kind !== "account") return inWords(mayWithOthers);
  return (await mayWith(true)) ? "own" : "-";
}

function callOf({ name }: Operation) {
  const [names, valuesFor, reaches] = given[name] ?? [null, () => []];
  return { names, valuesFor, reaches };
}

const made = new Map<Maker, Map<string, Promise<Thing>>>();

async function thingOf(portal: Portal, things: Things, names: Family | Maker, actor: Actor, isOwn: boolean) {
  if (typeof names !== "function") {
    // Moderators may change only records that wait.
    const relation = names === "record" ? "denied" : "other";
    const own = names === "record" ? "own denied" : "own";
    return things.find(names, isOwn ? own : relation, personaOf(actor));
  }
  const asker = actor.kind === "account" ? actorOf(actor.id, actor.role) : null;
  const ofMaker = made.getOrInsertComputed(names, () => new Map());
  return ofMaker.getOrInsertComputed(`${asker?.id} ${isOwn}`, () => names(portal, asker, isOwn));
}

const inWords = (may: boolean) => (may ? "+" : "-");

function personaOf(actor: Actor): Persona {
  const keys = new Map();
  if (actor.kind !== "account") return { name: "", person: null, counts: anonymous, keys };
  const { id, role } = actor;
  return { name: role, person: { id, email: "", cookie: "", token: "" }, counts: actor, keys };
}

const refusals = ["not-signed-in", "not-allowed", "prove-again"];

/**
 * What the operation does is rolled back. Whoever is told that a thing is not there, may not; so that this says something,
 * each operation that names a thing is given one that is there.
 */
async function isAllowed(portal: Portal, operation: Operation, actor: Actor, thing: Thing): Promise<boolean> {
  const { names, valuesFor, reaches } = callOf(operation);
  try {
    return await rolledBack(portal, async (within) => {
      const answer = await finished(await operation.call(ofTransaction(within), actor, ...valuesFor(thing)));
      return reaches ? reaches({ answer, within }, thing) : true;
    });
  } catch (error) {
    if (!isPortalError(error)) throw new Error(`${operation.name} was given what nobody gives`, { cause: error });
    if (refusals.includes(error.id)) return false;
    if (error.id !== "not-found") return true;
    if (names === null) throw new Error(`${operation.name} was given something that is not there`, { cause: error });
    return false;
  }
}

/** Mails and limits that take part in the transaction. */
const ofTransaction = (within: Within<Portal>): Within<Portal> => ({
  ...within,
  accountMails: accountMails(within),
  limits: sharedLimits(within),
  settingsCache: { ...within.settingsCache },
});

/** Some operations begin to work when they are asked for the first part of their answer, or when a file arrives. */
async function finished(answer: unknown): Promise<unknown> {
  if (answer === null || typeof answer !== "object") return answer;
  if ("next" in answer && typeof answer.next === "function") return Reflect.apply(answer.next, answer, []);
  if ("receive" in answer && typeof answer.receive === "function")
    return Reflect.apply(answer.receive, answer, [noBytes(), "table"]);
  return answer;
}
