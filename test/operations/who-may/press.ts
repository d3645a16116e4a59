import { isPortalError } from "#core/errors.ts";
import { type Actor, anonymous } from "#core/accounts/actor.ts";
import { accountMails } from "#operations/mails/account-mails.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { sharedLimits } from "#operations/portal/shared-limits.ts";
import { rolledBack, type Within } from "#storage/database/transaction.ts";
import type { Persona } from "../../server/matrix/personas.ts";
import type { Family, Relation } from "../../server/matrix/reach.ts";
import type { Things } from "../../server/matrix/things.ts";
import { given, noBytes } from "./calls.ts";
import type { Operation } from "./drawn-operations.ts";

/** May they do this? `own`: only with what is their own. */
export async function pressed(portal: Portal, things: Things, operation: Operation, actor: Actor) {
  const [family, valuesFor, isMissing] = given[operation.name] ?? [null, () => []];
  if (family === null) return inWords(await isAllowed(portal, operation, actor, valuesFor({})));
  const mayWith = async (relation: Relation) => {
    const thing = await things.find(family, relation, personaOf(actor));
    return isAllowed(portal, operation, actor, valuesFor(thing), isMissing ? undefined : family);
  };
  // Moderators may change only records that wait.
  const states = family === "record" ? (["denied", "own denied"] as const) : (["other", "own"] as const);
  const mayWithOthers = await mayWith(states[0]);
  if (mayWithOthers || actor.kind !== "account") return inWords(mayWithOthers);
  return (await mayWith(states[1])) ? "own" : "-";
}

const inWords = (may: boolean) => (may ? "+" : "-");

function personaOf(actor: Actor): Persona {
  const keys = new Map();
  if (actor.kind !== "account") return { name: "", person: null, counts: anonymous, keys };
  const { id, role } = actor;
  return { name: role, person: { id, email: "", cookie: "", token: "" }, counts: actor, keys };
}

/** What the operation does is rolled back. Whatever it answers but a refusal, the actor may. */
async function isAllowed(
  portal: Portal,
  { call }: Operation,
  actor: Actor,
  values: readonly unknown[],
  family?: Family,
): Promise<boolean> {
  const refusals = ["not-signed-in", "not-allowed", "prove-again", ...(family ? ["not-found"] : [])];
  try {
    await rolledBack(portal, async (within) => finished(await call(ofTransaction(within), actor, ...values)));
    return true;
  } catch (error) {
    return !(isPortalError(error) && refusals.includes(error.id));
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
async function finished(answer: unknown): Promise<void> {
  if (answer === null || typeof answer !== "object") return;
  if ("next" in answer && typeof answer.next === "function") await Reflect.apply(answer.next, answer, []);
  if ("receive" in answer && typeof answer.receive === "function")
    await Reflect.apply(answer.receive, answer, [noBytes(), "table"]);
}
