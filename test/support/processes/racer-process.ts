import { readConfig } from "#config";
import { isPortalError } from "#core/errors.ts";
import type { Attempt } from "#limits/limits.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeRole, deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import { actorOf, lowGuessingCosts } from "../accounts/fresh-accounts.ts";

/** `by` is the id of the admin who acts. */
type OnAccount = { id: string; by: string };

/** The actions that a process of a race can run in its open portal. */
const actions = {
  demote: (portal: Portal, { id, by }: OnAccount) =>
    done(changeRole(portal, actorOf(by, "admin"), { id, role: "student" })),
  suspend: (portal: Portal, { id, by }: OnAccount) => done(suspendAccount(portal, actorOf(by, "admin"), { id })),
  "delete-account": (portal: Portal, { id, by }: OnAccount) =>
    done(deleteAccount(portal, actorOf(by, "admin"), { id })),

  /** Enrols all these students at once. */
  enrol: (portal: Portal, { classId, persons }: { classId: string; persons: readonly string[] }) =>
    Promise.all(persons.map((personId) => outcomeOf(enrolOne(portal, classId, personId)))),
  /**
   * Counts tries, `times` at once, and returns how many were allowed. On a busy machine some tries find no free
   * connection: they count as not allowed.
   */
  "count-tries": async ({ limits }: Portal, { attempts, times }: { attempts: readonly Attempt[]; times: number }) => {
    const verdicts = await Promise.all(Array.from({ length: times }, () => outcomeOf(limits.attempt(attempts))));
    return verdicts.filter((verdict) => typeof verdict !== "string" && verdict.allowed).length;
  },
};

type Actions = typeof actions;
export type ActionName = keyof Actions;
export type InputOf<Name extends ActionName> = Parameters<Actions[Name]>[1];

/** Opens another portal, or runs an action in the open one. */
export type Message = { open: Record<string, string> } | { action: ActionName; input: unknown };

async function done(work: Promise<unknown>): Promise<string> {
  await work;
  return "done";
}

async function enrolOne(portal: Portal, classId: string, personId: string): Promise<string> {
  const { modified } = await enrol(portal, { kind: "account", id: personId, role: "student" }, { classId, personId });
  return modified === 1 ? "enrolled" : "enrolled already";
}

const outcomeOf = <Outcome>(work: Promise<Outcome>): Promise<Outcome | string> =>
  work.catch((error: unknown) => (isPortalError(error) ? error.id : String(error)));

let portal: OpenPortal | null = null;

async function open(environment: Record<string, string>): Promise<string> {
  await portal?.[Symbol.asyncDispose]();
  portal = await openPortal(readConfig(environment), { guessingCosts: lowGuessingCosts });
  return "open";
}

async function act(action: ActionName, input: unknown): Promise<unknown> {
  if (!portal) throw new Error("no portal is open");
  const work: (opened: Portal, given: never) => Promise<unknown> = actions[action];
  return work(portal, input as never);
}

process.on("message", (message: Message) => {
  const work = "open" in message ? open(message.open) : act(message.action, message.input);
  void outcomeOf(work).then((outcome) => process.send?.({ outcome }));
});
process.on("disconnect", () => process.exit());
process.send?.({ outcome: "started" });
