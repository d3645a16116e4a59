import { describe, expect, test } from "vitest";
import { type Actor, anonymous, system } from "./actor.ts";
import type { Role } from "./roles.ts";
import {
  mayAddFirstCodes,
  mayAddRecords,
  mayFindDuplicateNumbers,
  mayAnswerReports,
  mayAssignRecords,
  mayChangeSettings,
  mayCheckNumbers,
  mayCloseReports,
  mayCommentOnRecord,
  mayDeleteComment,
  mayDeleteRecords,
  mayEnrol,
  mayHaveApiKeys,
  mayHideRecords,
  mayReplaceKeys,
  mayInBulk,
  mayHaveDrafts,
  mayListClasses,
  mayListRecords,
  mayAddAccounts,
  mayManageApiKeys,
  mayManageClasses,
  mayManageOrganisations,
  mayManageAccounts,
  mayReadRecord,
  mayReadHistory,
  mayReadLookups,
  mayReadReports,
  mayReadAccount,
  mayReadStudent,
  maySelectClasses,
  mayUpdateRecord,
  mayHaveWebhook,
  mayUseDesk,
  mayWritePosts,
  authorize,
  requireRecentProof,
} from "./permissions.ts";

const account = (role: Role): Actor => ({ kind: "account", id: role, role });
const everyone = {
  anonymous,
  student: account("student"),
  organisation: account("organisation"),
  moderator: account("moderator"),
  admin: account("admin"),
  portal: system("demo"),
};
type Who = keyof typeof everyone;
const allowed = (may: (actor: Actor) => boolean) =>
  Object.entries(everyone)
    .filter(([, actor]) => may(actor))
    .map(([who]) => who as Who);

const ownWaiting = { addedBy: "moderator", approval: "waiting" } as const;

describe("who may", () => {
  test.each([
    ["add records", mayAddRecords, ["moderator", "admin", "portal"]],
    ["check while typing whether a number is taken", mayFindDuplicateNumbers, ["moderator", "admin", "portal"]],
    ["keep a draft", mayHaveDrafts, ["moderator", "admin"]],
    ["check a list of numbers", mayCheckNumbers, ["moderator", "admin", "portal"]],
    ["check lists for an organisation", mayUseDesk, ["organisation"]],
    ["set the webhook of an organisation", mayHaveWebhook, ["organisation"]],
    ["manage organisations", mayManageOrganisations, ["admin", "portal"]],
    ["have API keys", mayHaveApiKeys, ["organisation", "admin"]],
    ["manage the API keys of others", mayManageApiKeys, ["admin", "portal"]],
    ["hide records", mayHideRecords, ["admin", "portal"]],
    ["hide many records", (actor: Actor) => mayInBulk(actor, "hide"), ["admin"]],
    ["export many records", (actor: Actor) => mayInBulk(actor, "export"), ["moderator", "admin"]],
    ["assign records", mayAssignRecords, ["admin", "portal"]],
    ["comment on another's record", (actor: Actor) => mayCommentOnRecord(actor, { addedBy: "x" }), ["admin", "portal"]],
    [
      "delete the moderator's comment",
      (actor: Actor) => mayDeleteComment(actor, { writtenBy: "moderator" }),
      ["moderator", "portal"],
    ],
    ["delete records", mayDeleteRecords, ["admin", "portal"]],
    ["change settings", mayChangeSettings, ["admin", "portal"]],
    ["replace keys of the site", mayReplaceKeys, ["portal"]],
    ["write news", mayWritePosts, ["admin", "portal"]],
    ["read reports", mayReadReports, ["admin", "portal"]],
    ["answer reports", mayAnswerReports, ["admin", "portal"]],
    ["close reports", mayCloseReports, ["admin", "portal"]],
    ["make classes and record payments", mayManageClasses, ["admin", "portal"]],
    ["list classes", mayListClasses, ["student", "admin", "portal"]],
    ["select a class", maySelectClasses, ["student"]],
    ["enrol the student", (actor: Actor) => mayEnrol(actor, "student"), ["student", "admin", "portal"]],
    ["enrol another", (actor: Actor) => mayEnrol(actor, "x"), ["admin", "portal"]],
    ["read what another paid", (actor: Actor) => mayReadStudent(actor, "x"), ["admin", "portal"]],
    ["read how often a record was looked up", mayReadLookups, ["admin", "portal"]],
    ["manage accounts", mayManageAccounts, ["admin", "portal"]],
    ["add accounts without an invitation", mayAddAccounts, ["portal"]],
    [
      "read the moderator's account",
      (actor: Actor) => mayReadAccount(actor, { id: "moderator" }),
      ["moderator", "admin", "portal"],
    ],
    ["read an account without an id", (actor: Actor) => mayReadAccount(actor, { id: "" }), ["admin", "portal"]],
    ["read another's record", (actor: Actor) => mayReadRecord(actor, { addedBy: "x" }), ["admin", "portal"]],
    [
      "read the moderator's record",
      (actor: Actor) => mayReadRecord(actor, ownWaiting),
      ["moderator", "admin", "portal"],
    ],
    ["read another's history", (actor: Actor) => mayReadHistory(actor, { addedBy: "x" }), ["admin", "portal"]],
    [
      "update the moderator's waiting record",
      (actor: Actor) => mayUpdateRecord(actor, ownWaiting),
      ["moderator", "admin", "portal"],
    ],
    [
      "update the moderator's approved record",
      (actor: Actor) => mayUpdateRecord(actor, { ...ownWaiting, approval: "approved" }),
      ["admin", "portal"],
    ],
  ] as const)("%s", (_, may, who) => {
    expect(allowed(may)).toEqual(who);
  });
});

test("a refusal tells whether signing in would help", () => {
  expect(() => authorize(false, anonymous)).toThrow(expect.objectContaining({ id: "not-signed-in", status: 401 }));
  expect(() => authorize(false, everyone.student)).toThrow(expect.objectContaining({ id: "not-allowed", status: 403 }));
  expect(() => authorize(true, anonymous)).not.toThrow();
  const lacking = { kind: "account", id: "one", role: "student", roleWithSecondStep: "moderator" } as const;
  const refused = [mayListRecords, mayManageAccounts].map((rule) => () => authorize(rule, lacking));
  expect(refused[0]).toThrow(expect.objectContaining({ id: "second-step-needed" }));
  expect(refused[1]).toThrow(expect.objectContaining({ id: "not-allowed" }));
});

test("a required second step begins without the password only just after a sign-in that can only have been by password", () => {
  const actor = {
    kind: "account",
    id: "one",
    role: "student",
    roleWithSecondStep: "admin",
    hasJustSignedIn: true,
  } as const;
  const { roleWithSecondStep, ...notRequired } = actor;
  const person = { hasFactor: false, hasProvider: false };
  expect(mayAddFirstCodes(actor, person)).toBe(true);
  expect(mayAddFirstCodes({ ...actor, hasJustSignedIn: false }, person)).toBe(false);
  expect(mayAddFirstCodes({ ...notRequired, role: roleWithSecondStep }, person)).toBe(false);
  expect(mayAddFirstCodes(actor, { ...person, hasFactor: true })).toBe(false);
  expect(mayAddFirstCodes(actor, { ...person, hasProvider: true })).toBe(false);
});

test("an account with a second factor has to show it again before an action that cannot be undone", () => {
  const admin: Actor = { kind: "account", id: "admin", role: "admin" };
  expect(() => requireRecentProof({ ...admin, mustProveAgain: true })).toThrow(
    expect.objectContaining({ id: "prove-again" }),
  );
  for (const actor of [admin, { ...admin, mustProveAgain: false }, everyone.portal]) {
    expect(() => requireRecentProof(actor)).not.toThrow();
  }
});
