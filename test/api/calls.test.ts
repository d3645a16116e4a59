import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { callRoutes } from "../../src/api/calls.ts";
import { accessPolicies } from "#core/accounts/access-policies.ts";
import { anonymous } from "#core/accounts/actor.ts";
import { callerOf, cookieOf } from "../support/api.ts";
import { admin, moderator, organisation, student } from "../support/accounts/people.ts";
import { sharedApi } from "../support/site.ts";

const api = await sharedApi();
const asAdmin = callerOf(api, "admin");

const signedIn = ["student", "organisation", "moderator", "admin"];
const everybody = ["anonymous", ...signedIn];
const clerks = ["moderator", "admin"];

/**
 * The actors that may make each call that names no thing in its path, listed a second time. test/server/matrix/reach.ts
 * lists the others, and test/server/matrix.test.ts checks that the server applies the policies.
 */
const table: Record<string, readonly string[]> = {
  "GET /dates": everybody,
  "GET /fields": everybody,
  "GET /papers": everybody,
  "GET /healthz": everybody,
  "GET /readyz": everybody,
  "GET /readyz/lookups": everybody,
  "GET /api/openapi.json": everybody,
  "GET /api/docs": everybody,
  "POST /jwt": signedIn,
  "POST /api/users": signedIn,
  "POST /cofees": clerks,
  "GET /User_Data": clerks,
  "POST /images": clerks,
  "POST /import": ["admin"],
  "POST /desk/lists": ["organisation"],
  "GET /Users_Infos": ["admin"],
};

test("the access policy of each call admits exactly the actors in the table", () => {
  const actors = Object.entries({ anonymous, student, organisation, moderator, admin });
  const declared = callRoutes.map(({ method, path, policy }) => [
    `${method} ${path}`,
    actors.filter(([, actor]) => accessPolicies[policy](actor)).map(([name]) => name),
  ]);
  const others = declared.filter(([name]) => !name?.includes(":"));
  expect(Object.fromEntries(others)).toEqual(table);
});

test("only staff read which version runs", async () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile("package.json", "utf8")));
  for (const who of everybody) {
    const { status, body } = await callerOf(api, who === "anonymous" ? "anyone" : who)("GET", "/healthz");
    expect([who, status, body]).toEqual([who, 200, { status: "ok", ...(clerks.includes(who) && { version }) }]);
  }
});

test("a signed-out client is asked for a token; a student without permission is not", async () => {
  const answers = await Promise.all(["anyone", "student"].map((who) => callerOf(api, who)("GET", "/Users_Infos")));
  expect(answers.map(({ status, headers }) => [status, headers.get("www-authenticate")])).toEqual([
    [401, "Bearer"],
    [403, null],
  ]);
});

describe("a call with the wrong method", () => {
  test.each([
    ["OPTIONS", "/cofees", "POST"],
    ["OPTIONS", "/User_Data/x", "GET, HEAD, PUT"],
    ["OPTIONS", "/delete_User/x", "DELETE"],
    ["OPTIONS", "/user_data/User_Hide/x", "PATCH"],
    ["OPTIONS", "/change-date/settings", "PATCH"],
    ["OPTIONS", "/dates", "GET, HEAD"],
    ["GET", "/jwt", "POST"],
    ["PUT", "/api/users", "POST"],
    ["DELETE", "/Users_Infos", "GET, HEAD"],
    ["GET", "/user_data/admin/x", "PATCH"],
    ["POST", "/delete_User_Data/x", "DELETE"],
    ["GET", "/api/auth/sign-in/email", "POST"],
  ])("%s %s is refused with the allowed methods %s", async (method, path, allow) => {
    const { status, headers, body } = await asAdmin(method, path);
    expect([status, headers.get("allow"), body]).toMatchObject([405, allow, { error: { id: "wrong-method" } }]);
  });
});

test.each(["/JWT", "/jwt/", "/api/users/a/b", "/api/auth/admin/list-users"])("there is no call at %s", async (path) => {
  expect((await asAdmin("POST", path, {})).status).toBe(404);
  expect((await asAdmin("PATCH", path)).status).toBe(404);
});

test("a page of another site cannot make a call with a user's session", async () => {
  const headers = { cookie: await cookieOf(api.url, "admin"), origin: "https://evil.example" };
  for (const [method, path] of [
    ["PATCH", "/user_data/User_Hide/x"],
    ["PATCH", "/user_data/admin/x"],
    ["POST", "/api/auth/sign-in/email"],
  ] as const) {
    const { status, body } = await callerOf(api)(method, path, {}, headers);
    expect([status, body]).toMatchObject([403, { error: { id: "foreign-origin" } }]);
  }
});
