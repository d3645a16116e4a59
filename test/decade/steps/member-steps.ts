import type { AccountActor } from "#core/accounts/actor.ts";
import { kindsAdvisedForVisitors } from "#core/records/document-kinds.ts";
import { defaultRetention } from "#core/settings/retention.ts";
import type { Settings } from "#core/settings/settings.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { changeRole, deleteAccount, restoreAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { agreeToChange, refuseChange } from "#operations/decisions/decide-change.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { heldRows } from "#storage/database/accounts/held-changes.ts";
import { agree, changeMember, makeKey, refuseHeld, setFourEyes, setShown } from "../model/members.ts";
import { setRetention } from "../model/retention.ts";
import { type Actor, type Held, type MemberChange, names, type Name, type Site } from "../model/site.ts";
import { type Args, type Dice, kind, oneOf, missingId, type StepKind, said } from "./step.ts";

const memberChanges = [
  "make-admin",
  "make-moderator",
  "make-student",
  "suspend",
  "restore",
  "restore",
  "delete",
] as const;

/** What somebody changes about the staff and the settings. */
export const memberSteps: Readonly<Record<string, StepKind>> = {
  member: kind<{ who: Name; whom: Name; what: MemberChange }>({
    weight: 6,
    mayMeet: true,
    draw: (dice) => ({
      who: oneOf(dice, ["Ada", "Ada", "Ben"]),
      whom: oneOf(dice, names),
      what: oneOf(dice, memberChanges),
    }),
    say: ({ who, whom, what }) => `${who} decides of ${whom}: ${what}`,
    deed({ who, whom, what }, site) {
      // How often somebody may ask is a limit with tests of its own.
      if (site.held.some(({ subject, kind: of }) => subject === whom && of !== what)) return null;
      return {
        model: (model) => changeMember(model, { name: who }, whom, what),
        real: async (real) =>
          memberDeeds[what](real.portal, await real.actor({ name: who }), { id: real.accounts[whom] }),
      };
    },
  }),
  fourEyes: onSettings<{ isOn: boolean }>(
    3,
    ({ isOn }) => `switches four eyes ${isOn ? "on" : "off"}`,
    ["Ada", "Ben", "Mina"],
    (dice) => ({ isOn: dice(3) > 0 }),
    (site, actor, { isOn }) => setFourEyes(site, actor, isOn),
    ({ isOn }) => ({ fourEyes: isOn }),
  ),
  policy: onSettings<{ policy: Site["policy"] }>(
    2,
    ({ policy }) => `sets the lookup policy ${policy}`,
    ["Ada", "Mina"],
    (dice) => ({ policy: oneOf(dice, ["open", "guarded", "code"] as const) }),
    setShown,
    ({ policy }) => ({ lookupPolicy: policy }),
  ),
  documents: {
    ...onSettings<{ showsDocuments: boolean }>(
      2,
      ({ showsDocuments }) => `lets strangers see ${showsDocuments ? "documents" : "no documents"}`,
      ["Ada", "Ben"],
      (dice) => ({ showsDocuments: dice(2) === 0 }),
      setShown,
      ({ showsDocuments }) => ({ shownKinds: showsDocuments ? kindsAdvisedForVisitors : [] }),
    ),
    isFor: ({ whileOff }) => whileOff === null,
  },
  retention: onSettings<{ since: Site["retention"]["since"] }>(
    2,
    ({ since }) =>
      since === "never" ? "keeps records for ever" : `lets records be deleted a month after they were ${since}`,
    ["Ada", "Ben"],
    (dice) => ({ since: oneOf(dice, ["published", "changed", "changed", "never"] as const) }),
    setRetention,
    ({ since }) => ({ retention: since === "never" ? defaultRetention : { since, months: 1, noticeDays: 7 } }),
  ),
  agree: onHeld("agrees to", agree, agreeToChange),
  refuseHeld: onHeld("refuses", refuseHeld, refuseChange),
  key: kind<{ who: Name }>({
    weight: 3,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben", "Mina"]) }),
    say: ({ who }) => `${who} makes an API key`,
    deed: ({ who }, { outside: { lastId } }) => ({
      model: (model) => makeKey(model, { name: who }),
      real: async (real) => {
        const actor = await real.actor({ name: who }, true);
        const made = await makeApiKey(real.portal, actor, { name: "a program", scope: "write", days: "30" });
        real.keys.set(lastId + 1, made.key);
        return "done";
      },
    }),
  }),
};

type MemberDeed = (portal: Portal, actor: AccountActor, target: { id: string }) => Promise<string>;

const give =
  (role: "admin" | "moderator" | "student"): MemberDeed =>
  async (portal, actor, target) =>
    said(await changeRole(portal, actor, { ...target, role }));

const memberDeeds: Record<MemberChange, MemberDeed> = {
  "make-admin": give("admin"),
  "make-moderator": give("moderator"),
  "make-student": give("student"),
  suspend: async (portal, actor, target) => said(await suspendAccount(portal, actor, target)),
  restore: async (portal, actor, target) => said(await restoreAccount(portal, actor, target)),
  delete: async (portal, actor, target) => {
    await deleteAccount(portal, actor, target);
    return "done";
  },
};

/** A change of the settings by one of these people. */
export function onSettings<More extends Args>(
  weight: number,
  words: (given: More) => string,
  people: readonly Name[],
  drawMore: (dice: Dice) => More,
  inModel: (site: Site, actor: Actor, given: More) => string,
  changeIn: (given: More) => Partial<Settings>,
): StepKind {
  return kind<{ who: Name } & More>({
    weight,
    mayMeet: true,
    draw: (dice) => ({ who: oneOf(dice, people), ...drawMore(dice) }),
    say: (given) => `${given.who} ${words(given)}`,
    deed: (given) => ({
      model: (model) => inModel(model, { name: given.who }, given),
      real: async (real) =>
        said(await changeSettings(real.portal, await real.actor({ name: given.who }), { change: changeIn(given) })),
    }),
  });
}

function onHeld(
  words: string,
  inModel: (site: Site, actor: Actor, held: Held | undefined) => string,
  inProgram: (portal: Portal, actor: AccountActor, target: { id: string }) => Promise<void>,
): StepKind {
  return kind<{ who: Name }>({
    weight: 3,
    mayMeet: true,
    draw: (dice) => ({ who: oneOf(dice, names) }),
    say: ({ who }) => `${who} ${words} the change that waits`,
    deed({ who }, site) {
      const held = site.held[0];
      if (!held) return null;
      return {
        model: (model) => {
          const same = model.held.find((one) => one.kind === held.kind && one.subject === held.subject);
          return inModel(model, { name: who }, same);
        },
        real: async (real) => {
          const subject = held.subject === null ? "" : real.accounts[held.subject];
          const rows = await heldRows(real.portal, real.portal.database.read);
          const row = rows.find((one) => one.kind === held.kind && (held.subject === null || one.subject === subject));
          await inProgram(real.portal, await real.actor({ name: who }), { id: row?.id ?? missingId });
          return "done";
        },
      };
    },
  });
}
