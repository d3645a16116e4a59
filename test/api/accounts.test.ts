import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { changeRole } from "#operations/accounts/manage-accounts.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { callerOf, cookieOf, emailOf } from "../support/api.ts";
import { drawnDocument } from "../support/documents.ts";
import { type SignedInPerson, signedIn } from "../support/accounts/signed-in.ts";
import { sharedApi } from "../support/site.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";

const machine = system("test");
const api = await sharedApi();
const { portal, url } = api;
const anyone = callerOf(api);
const asAdmin = callerOf(api, "admin");
const by = ({ token }: SignedInPerson) => ({ authorization: `Bearer ${token}` });

describe("POST /jwt", () => {
  test("gives a signed-in user a token, in whatever case the email address is written", async () => {
    const headers = { cookie: await cookieOf(url, "moderator") };
    const { status, body } = await anyone("POST", "/jwt", { email: emailOf("moderator").toUpperCase() }, headers);
    expect([status, body]).toEqual([200, { token: expect.stringMatching(/^[\w-]{40,}$/) }]);
    const { token } = body as { token: string };
    const bare = await anyone("GET", `/api/users/${emailOf("moderator")}`, undefined, { authorization: token });
    expect([bare.status, bare.body]).toEqual([200, { role: "instructor", title: "Moderator" }]);
  });
});

test("POST /api/users changes only the user's own profile", async () => {
  const person = await signedIn(portal, url, "student");
  const profile = { name: "Salma Begum", photoURL: "https://photos.example/salma.jpg", email: person.email };
  const more = { role: "admin", title: "Admin", _id: "x", id: "x", email_confirmed: 0, suspended_at: 1 };
  const { status, body } = await anyone("POST", "/api/users", { ...profile, ...more }, by(person));
  expect([status, body]).toEqual([201, { insertedId: person.id }]);
  expect(await readAccount(portal, machine, { id: person.id })).toMatchObject({
    name: "Salma Begum",
    role: "student",
    email: person.email,
    confirmed: true,
    suspended: false,
  });
  const row = portal.database.read.selectFrom("person").select("photo_url").where("id", "=", person.id);
  expect(await row.executeTakeFirst()).toEqual({ photo_url: "https://photos.example/salma.jpg" });
});

describe("GET /api/users/{email}", () => {
  test.each([
    ["moderator", emailOf("moderator"), { role: "instructor", title: "Moderator" }],
    ["moderator", emailOf("moderator").toUpperCase(), { role: "instructor", title: "Moderator" }],
    ["admin", emailOf("admin"), { role: "admin", title: "Admin" }],
    ["admin", emailOf("moderator"), { role: "instructor", title: "Moderator" }],
  ])("returns to the %s the role of %s", async (who, email, role) => {
    const { status, body } = await callerOf(api, who)("GET", `/api/users/${encodeURIComponent(email)}`);
    expect([status, body]).toEqual([200, role]);
  });
});

test("GET /Users_Infos lists all accounts, page by page", async () => {
  const { id, email } = await signedIn(portal, url, "moderator");
  const found = await asAdmin("GET", `/Users_Infos?search=${email}`);
  const person = { _id: id, email, name: "Sadia Student", role: "instructor", database_of_client: "Austrellia" };
  expect([found.status, found.body]).toEqual([200, [person]]);
  const first = await asAdmin("GET", "/Users_Infos?limit=1");
  const next = /^<(\/Users_Infos\?[^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await asAdmin("GET", next);
  expect([first.body, second.body]).toEqual([[{ ...person, ...anybody }], [{ ...person, ...anybody }]]);
  expect(second.body).not.toEqual(first.body);
});

const anybody = { _id: expect.any(String), email: expect.any(String), role: expect.any(String) };

test("role changes and deletions return how many accounts changed, and are logged with actor, address and browser", async () => {
  const { id } = await freshAccount(portal, "student");
  const admin = await signedIn(portal, url, "admin");
  const browser = { "user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0" };
  const change = async (method: string, path: string) => {
    const { status, body } = await anyone(method, `${path}/${id}`, undefined, { ...by(admin), ...browser });
    return [status, body];
  };
  expect(await change("PATCH", "/user_data/instructor")).toEqual([200, { matchedCount: 1, modifiedCount: 1 }]);
  expect(await change("PATCH", "/user_data/instructor")).toEqual([200, { matchedCount: 1, modifiedCount: 0 }]);
  expect(await change("PATCH", "/user_data/admin")).toMatchObject([200, { modifiedCount: 1 }]);
  expect((await auditTrail(portal, machine, "staff", id)).at(-1)).toMatchObject({
    action: "role-changed",
    actor: admin.id,
    details: {
      role: { from: "moderator", to: "admin" },
      clientAddress: { to: "127.0.0.1" },
      browser: { to: "Firefox on Android" },
    },
  });
  expect(await change("DELETE", "/delete_User_Data")).toEqual([200, { deletedCount: 1 }]);
  expect(await change("DELETE", "/delete_User_Data")).toMatchObject([404, { error: { id: "not-found" } }]);
});

test("a moderator who loses the role during an upload completes that upload, and can start no other", async () => {
  const person = await signedIn(portal, url, "moderator");
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(await drawnDocument())]), "scan.jpg");
  const whole = new Request(`${url}/images`, { method: "POST", body: form });
  const bytes = Buffer.from(await whole.clone().arrayBuffer());
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const head = [
    "POST /images HTTP/1.1",
    "Host: localhost",
    "Connection: close",
    `Content-Type: ${whole.headers.get("content-type")}`,
    `Content-Length: ${bytes.length}`,
    `Authorization: Bearer ${person.token}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(bytes.subarray(0, 500));
  // This request was sent later and has its answer, so the server has read the head of the upload and knows its sender.
  expect((await asAdmin("GET", "/Users_Infos")).status).toBe(200);
  await changeRole(portal, machine, { id: person.id, role: "student" });
  socket.write(bytes.subarray(500));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect((await fetch(whole, { headers: { ...Object.fromEntries(whole.headers), ...by(person) } })).status).toBe(401);
});

test("answers about accounts may not be cached", async () => {
  for (const path of [`/api/users/${emailOf("admin")}`, "/Users_Infos", "/api/users/nobody@x.example"]) {
    expect((await asAdmin("GET", path)).headers.get("cache-control")).toBe("no-store");
  }
  const cookie = await cookieOf(url, "admin");
  const token = await anyone("POST", "/jwt", { email: emailOf("admin") }, { cookie });
  expect(token.headers.get("cache-control")).toBe("no-store");
});

test("DELETE /delete_User_Data/{id} takes why the person leaves, and counts staff as suspected without it", async () => {
  const answers = [];
  for (const search of ["?why=left", "", "?why=bored"]) {
    const { id } = await freshAccount(portal, "moderator");
    const { status } = await asAdmin("DELETE", `/delete_User_Data/${id}${search}`);
    const event = (await auditTrail(portal, machine, "staff", id)).at(-1);
    answers.push([status, event?.details?.["departure"]?.to]);
  }
  expect(answers).toEqual([
    [200, "left"],
    [200, "suspected"],
    [400, undefined],
  ]);
});
