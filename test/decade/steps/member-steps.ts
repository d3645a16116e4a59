import type { AccountActor } from "#core/accounts/actor.ts";
import { kindsAdvisedForVisitors } from "#core/records/document-kinds.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { changeRole, deleteAccount, restoreAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { agreeToChange, refuseChange } from "#operations/held-changes/decide-change.ts";
import type { Portal } from "#operations/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { heldRows } from "#storage/database/accounts/held-changes.ts";
import { agree, changeMember, makeKey, refuseHeld, setFourEyes, setShown } from "../model/members.ts";
import { type Actor, names, type Name, type Site } from "../model/site.ts";
import { kind, oneOf, missingId, type StepKind, said } from "./step.ts";

type OnMember = { who: Name; whom: Name; what: string };
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
  member: kind<OnMember>({
    weight: 6,
    mayMeet: true,
    draw: (dice) => ({
      who: oneOf(dice, ["Ada", "Ada", "Ben"]),
      whom: oneOf(dice, names),
      what: oneOf(dice, memberChanges),
    }),
    say: ({ who, whom, what }) => `${who} decides of ${whom}: ${what}`,
    deed({ who, whom, what }, site) {
      const change = what as (typeof memberChanges)[number];
      // How often somebody may ask is a limit with tests of its own.
      if (site.held.some(({ subject, kind: of }) => subject === whom && of !== change)) return null;
      return {
        model: (model) => changeMember(model, { name: who }, whom, change),
        real: async (real) => {
          const actor = await real.actor({ name: who });
          return memberDeeds[change](real.portal, actor, { id: real.accounts[whom] });
        },
      };
    },
  }),
  fourEyes: kind<{ who: Name; isOn: boolean }>({
    weight: 3,
    mayMeet: true,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben", "Mina"]), isOn: dice(3) > 0 }),
    say: ({ who, isOn }) => `${who} switches four eyes ${isOn ? "on" : "off"}`,
    deed: ({ who, isOn }) => ({
      model: (model) => setFourEyes(model, { name: who }, isOn),
      real: async (real) =>
        said(await changeSettings(real.portal, await real.actor({ name: who }), { change: { fourEyes: isOn } })),
    }),
  }),
  policy: kind<{ who: Name; policy: "open" | "guarded" | "code" }>({
    weight: 2,
    mayMeet: true,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Mina"]), policy: oneOf(dice, ["open", "guarded", "code"] as const) }),
    say: ({ who, policy }) => `${who} sets the lookup policy ${policy}`,
    deed: ({ who, policy }) => ({
      model: (model) => setShown(model, { name: who }, { policy }),
      real: async (real) =>
        said(await changeSettings(real.portal, await real.actor({ name: who }), { change: { lookupPolicy: policy } })),
    }),
  }),
  documents: kind<{ who: Name; areShown: boolean }>({
    weight: 2,
    mayMeet: true,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben"]), areShown: dice(2) === 0 }),
    say: ({ who, areShown }) => `${who} lets strangers see ${areShown ? "documents" : "no documents"}`,
    deed: ({ who, areShown }) => ({
      model: (model) => setShown(model, { name: who }, { showsDocuments: areShown }),
      real: async (real) => {
        const change = { shownKinds: areShown ? kindsAdvisedForVisitors : [] };
        return said(await changeSettings(real.portal, await real.actor({ name: who }), { change }));
      },
    }),
  }),
  agree: onHeld("agrees to", agree, agreeToChange),
  refuseHeld: onHeld("refuses", refuseHeld, refuseChange),
  key: kind<{ who: Name }>({
    weight: 3,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben", "Mina"]) }),
    say: ({ who }) => `${who} makes an API key`,
    deed({ who }, _, counter) {
      const next = counter.last + 1;
      return {
        model: (model, count) => {
          const outcome = makeKey(model, { name: who }, next);
          count.last = next;
          model.keysMade.push([next, who]);
          return outcome;
        },
        real: async (real) => {
          const actor = await real.actor({ name: who }, true);
          const made = await makeApiKey(real.portal, actor, { name: "a program", scope: "write", days: "30" });
          real.keys.set(next, { id: "", token: made.key });
          return "done";
        },
      };
    },
  }),
};

type MemberDeed = (portal: Portal, actor: AccountActor, target: { id: string }) => Promise<string>;

const give =
  (role: "admin" | "moderator" | "student"): MemberDeed =>
  async (portal, actor, target) =>
    said(await changeRole(portal, actor, { ...target, role }));

const memberDeeds: Record<(typeof memberChanges)[number], MemberDeed> = {
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

function onHeld(
  words: string,
  inModel: (site: Site, actor: Actor, index: number) => string,
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
          const isSame = (one: typeof held) => one.kind === held.kind && one.subject === held.subject;
          return inModel(model, { name: who }, model.held.findIndex(isSame));
        },
        real: async (real) => {
          const subject = held.subject === null ? "" : real.accounts[held.subject];
          const rows = await heldRows(real.portal.database.read);
          const row = rows.find((one) => one.kind === held.kind && one.subject === subject);
          await inProgram(real.portal, await real.actor({ name: who }), { id: row?.id ?? missingId });
          return "done";
        },
      };
    },
  });
}
