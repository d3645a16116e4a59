import { beforeAll, expect, test } from "vitest";
import { callRoutes } from "../../src/api/calls.ts";
import { callerOf, serveApi, type ServedApi } from "../support/api.ts";
import { sharedPortal, whenFileEnds } from "../support/portals.ts";

let api: ServedApi;
beforeAll(async () => {
  api = await serveApi(await sharedPortal("sqlite"));
  whenFileEnds(() => api[Symbol.asyncDispose]());
});

/** The table of who may, said once more: everything else is 401 to strangers and 403 to the signed in. */
const table: Record<string, readonly string[]> = {
  "GET /result/x": ["anyone", "student", "moderator", "admin"],
  "GET /ircc/x": ["anyone", "student", "moderator", "admin"],
  "GET /dates": ["anyone", "student", "moderator", "admin"],
  "POST /cofees": ["moderator", "admin"],
  "GET /User_Data": ["moderator", "admin"],
  "GET /User_Data/x": ["moderator", "admin"],
  "PUT /User_Data/x": ["moderator", "admin"],
  "POST /images": ["moderator", "admin"],
  "DELETE /delete_User/x": ["admin"],
  "PATCH /user_data/User_Hide/x": ["admin"],
  "PATCH /user_data/User_UnHide/x": ["admin"],
  "PATCH /user_data/Approved_or_Deny/x": ["admin"],
  "PATCH /change-date/x": ["admin"],
};

test.each(Object.entries(table))("%s", async (call, allowed) => {
  const [method = "", path = ""] = call.split(" ");
  const body = method === "GET" ? undefined : {};
  for (const who of ["anyone", "student", "moderator", "admin"]) {
    const { status, headers } = await callerOf(api, who)(method, path, body);
    const refusal = who === "anyone" ? 401 : 403;
    expect([who, [401, 403].includes(status) ? status : "may"]).toEqual([who, allowed.includes(who) ? "may" : refusal]);
    expect(headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
  }
});

test("the routes of the calls have the policies of the table, and the table leaves out none of them", () => {
  const policies: Record<string, readonly string[]> = {
    anyone: ["anyone", "student", "moderator", "admin"],
    clerks: ["moderator", "admin"],
    uploaders: ["moderator", "admin"],
    admins: ["admin"],
  };
  const elsewhere =
    /^(\/jwt|\/api\/|\/Users_Infos|\/user_data\/(admin|instructor)|\/delete_User_Data|\/healthz|\/readyz|\/images\/:)/;
  const declared = callRoutes
    .filter(({ path }) => !elsewhere.test(path))
    .map(({ method, path, policy }) => [`${method} ${path.replaceAll(/:\w+/g, "x")}`, policies[policy]]);
  expect(Object.fromEntries(declared)).toEqual(table);
});

test.each(["/cofees", "/User_Data/x", "/delete_User/x", "/user_data/User_Hide/x", "/change-date/settings", "/dates"])(
  "a method that %s does not have is answered with those that it has",
  async (path) => {
    const answer = await callerOf(api, "admin")("OPTIONS", path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
    expect(answer.body).toMatchObject({ error: { id: "wrong-method" } });
  },
);

test("another site's page cannot make a call with somebody's session", async () => {
  const answer = await callerOf(api, "admin")("PATCH", "/user_data/User_Hide/x", undefined, {
    origin: "https://evil.example",
  });
  expect(answer.body).toMatchObject({ error: { id: "foreign-origin" } });
});
