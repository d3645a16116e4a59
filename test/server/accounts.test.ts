import { connect } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { system } from "#core/staff/actor.ts";
import { auditTrail } from "#operations/audit/audit-trail.ts";
import { addRecord } from "#operations/records/add-record.ts";
import type { Portal } from "#operations/portal.ts";
import { changeRole, deleteStaff, suspendStaff } from "#operations/staff/manage-accounts.ts";
import { readStaffMember } from "#operations/staff/read-staff.ts";
import { particulars } from "../support/people.ts";
import { freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { scan } from "../support/scans.ts";
import { startServer } from "../support/server.ts";
import { asJson, behindProxy, type SignedInPerson, signedIn } from "../support/signed-in.ts";
import { actorOf, freshEmail, freshStaff, registered } from "../support/staff.ts";

const machine = system("test");

describe("the calls of accounts", () => {
  let portal: Portal;
  let url = "";
  let admin: SignedInPerson;
  let moderator: SignedInPerson;

  beforeAll(async () => {
    const environment = { ...(await freshEnvironment("sqlite", whenFileEnds)), ...behindProxy };
    const server = await startServer(environment);
    whenFileEnds(() => server[Symbol.asyncDispose]());
    url = server.url;
    portal = await openForTest(environment, whenFileEnds);
    admin = await signedIn(portal, url, "admin");
    moderator = await signedIn(portal, url, "moderator");
  });

  const ask = (path: string, person: SignedInPerson | null, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: {
        ...(person && { Authorization: `Bearer ${person.token}` }),
        ...(init.headers as Record<string, string>),
      },
    });
  const answerOf = async (path: string, person: SignedInPerson | null, init: RequestInit = {}) => {
    const answer = await ask(path, person, init);
    return [answer.status, await answer.json()] as unknown[];
  };
  const failure = (status: number, id: string, fields?: Record<string, unknown>) => [
    status,
    { error: { id, message: expect.any(String), ...(fields && { fields }) } },
  ];

  describe("POST /jwt", () => {
    const jwt = (person: SignedInPerson, body: unknown) => asJson("POST", body, { Cookie: person.cookie });

    test("gives the signed-in owner of an address a token, however it is written", async () => {
      const [status, body] = await answerOf("/jwt", null, jwt(moderator, { email: moderator.email.toUpperCase() }));
      expect([status, body]).toEqual([200, { token: expect.stringMatching(/^[\w-]{40,}$/) }]);
      const { token } = body as { token: string };
      const bare = await fetch(`${url}/api/users/${moderator.email}`, { headers: { Authorization: token } });
      expect([bare.status, await bare.json()]).toEqual([200, { role: "instructor", title: "Moderator" }]);
    });

    test("gives nobody a token of another", async () => {
      for (const email of [admin.email, "nobody@agency.example", ` ${admin.email}`, `${admin.email}\0`]) {
        const [status, body] = await answerOf("/jwt", null, jwt(moderator, { email }));
        expect([400, 403]).toContain(status);
        expect(body).not.toHaveProperty("token");
      }
      const twice = `{"email":"${moderator.email}","email":"${admin.email}"}`;
      expect(await answerOf("/jwt", null, { ...jwt(moderator, {}), body: twice })).toEqual(
        failure(400, "invalid", { body: expect.any(String) }),
      );
      expect(await answerOf("/jwt", null, asJson("POST", { email: admin.email }))).toEqual(
        failure(401, "not-signed-in"),
      );
    });

    test.each([
      [{}, "email"],
      [{ email: null }, "email"],
      [{ email: ["a@b.example"] }, "email"],
      [{ email: { $ne: "" } }, "email"],
      [{ email: "x".repeat(10_000) }, "email"],
      [[], "body"],
      ["text", "body"],
      [null, "body"],
    ])("refuses %j in words about %s", async (body, field) => {
      expect(await answerOf("/jwt", null, jwt(moderator, body))).toEqual(
        failure(400, "invalid", { [field]: expect.any(String) }),
      );
    });

    test("ends with the session that it was made from", async () => {
      const person = await signedIn(portal, url, "moderator");
      const own = `/api/users/${person.email}`;
      expect((await ask(own, person)).status).toBe(200);
      await fetch(`${url}/api/auth/sign-out`, asJson("POST", {}, { Cookie: person.cookie }));
      expect(await answerOf(own, person)).toEqual(failure(401, "not-signed-in"));
    });

    test.each(["Bearer ", "Bearer x", "x", "Basic YTpi", "Bearer null", "Bearer undefined"])(
      "gives nothing that %j could stand for",
      async (authorization) => {
        const answer = await fetch(`${url}/Users_Infos`, { headers: { Authorization: authorization } });
        expect(answer.status).toBe(401);
      },
    );
  });

  describe("POST /api/users", () => {
    test("changes one's own profile, and nothing else", async () => {
      const person = await signedIn(portal, url, "student");
      const profile = { name: "Salma Begum", photoURL: "https://photos.example/salma.jpg", email: person.email };
      const more = { role: "admin", title: "Admin", _id: admin.id, id: admin.id, email_confirmed: 0, suspended_at: 1 };
      const body = { ...profile, ...more };
      expect(await answerOf("/api/users", person, asJson("POST", body))).toEqual([201, { insertedId: person.id }]);
      expect(await readStaffMember(portal, machine, { id: person.id })).toMatchObject({
        name: "Salma Begum",
        role: "student",
        email: person.email,
        confirmed: true,
        suspended: false,
      });
      const row = await portal.database.read
        .selectFrom("person")
        .select("photo_url")
        .where("id", "=", person.id)
        .executeTakeFirst();
      expect(row?.photo_url).toBe("https://photos.example/salma.jpg");
    });

    test("is for one's own profile", async () => {
      const body = { name: "Taken", email: admin.email };
      expect(await answerOf("/api/users", moderator, asJson("POST", body))).toEqual(failure(403, "not-allowed"));
      expect(await answerOf("/api/users", null, asJson("POST", body))).toEqual(failure(401, "not-signed-in"));
    });

    test.each([
      [{ photoURL: "https://x.example/a.jpg" }, ["name"]],
      [{ name: ["Rahim"] }, ["name"]],
      [{ name: "Rahim", photoURL: "http://x.example/a.jpg" }, ["photoURL"]],
      [{ name: "Rahim", photoURL: "javascript:alert(1)" }, ["photoURL"]],
      [{ name: "Rahim", photoURL: "data:image/svg+xml,<svg/>" }, ["photoURL"]],
      [{ name: "Rahim\0" }, ["name"]],
    ])("refuses %j in words about %j", async (body, fields) => {
      const answer = await answerOf("/api/users", moderator, asJson("POST", body));
      expect(answer).toEqual(
        failure(400, "invalid", Object.fromEntries(fields.map((name) => [name, expect.any(String)]))),
      );
    });
  });

  describe("GET /api/users/{email}", () => {
    test("tells the owner and admins the role", async () => {
      const roleOf = (email: string, person: SignedInPerson) => answerOf(`/api/users/${email}`, person);
      expect(await roleOf(moderator.email, moderator)).toEqual([200, { role: "instructor", title: "Moderator" }]);
      expect(await roleOf(encodeURIComponent(moderator.email.toUpperCase()), moderator)).toMatchObject([200, {}]);
      expect(await roleOf(admin.email, admin)).toEqual([200, { role: "admin", title: "Admin" }]);
      expect(await roleOf(moderator.email, admin)).toMatchObject([200, { role: "instructor" }]);
      expect(await roleOf("nobody@agency.example", admin)).toEqual(failure(404, "not-found"));
    });

    test("tells nobody else whether there is such an address", async () => {
      const there = await ask(`/api/users/${admin.email}`, moderator);
      const missing = await ask("/api/users/nobody@agency.example", moderator);
      expect([there.status, await there.text()]).toEqual([missing.status, await missing.text()]);
      expect(there.status).toBe(403);
      for (const email of ["%00", "%2e%2e", "' or 1=1 --", "%F0%9F%98%80", "a".repeat(5000)]) {
        expect((await ask(`/api/users/${encodeURIComponent(email)}`, moderator)).status).toBe(403);
      }
    });
  });

  describe("GET /Users_Infos", () => {
    test("lists everybody with an account to admins, page by page", async () => {
      const [status, body] = await answerOf(`/Users_Infos?search=${moderator.email}`, admin);
      expect([status, body]).toEqual([
        200,
        [
          {
            _id: moderator.id,
            email: moderator.email,
            name: "Sadia Student",
            role: "instructor",
            database_of_client: "Austrellia",
          },
        ],
      ]);
      const first = await ask("/Users_Infos?limit=1", admin);
      const next = /^<(\/Users_Infos\?[^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
      const second = await ask(next, admin);
      expect([(await first.json()) as unknown, (await second.json()) as unknown]).toEqual([
        [expect.objectContaining({ _id: expect.any(String) })],
        [expect.objectContaining({ _id: expect.any(String) })],
      ]);
      expect(first.headers.get("cache-control")).toBe("no-store");
    });

    test.each(["limit=0", "limit=x", "limit=501", "limit=1e9", "limit=", "cursor=x", "search=%00"])(
      "refuses ?%s",
      async (query) => {
        expect(await answerOf(`/Users_Infos?${query}`, admin)).toMatchObject([400, { error: { id: "invalid" } }]);
      },
    );
  });

  describe("roles and deletion", () => {
    test("answer how many were changed", async () => {
      const { id } = await freshStaff(portal, "student");
      const patch = { method: "PATCH" };
      expect(await answerOf(`/user_data/instructor/${id}`, admin, patch)).toEqual([
        200,
        { matchedCount: 1, modifiedCount: 1 },
      ]);
      expect(await answerOf(`/user_data/instructor/${id}`, admin, patch)).toEqual([
        200,
        { matchedCount: 1, modifiedCount: 0 },
      ]);
      const browser = { "User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0" };
      const made = await answerOf(`/user_data/admin/${id}`, admin, { ...patch, headers: browser });
      expect(made).toMatchObject([200, { modifiedCount: 1 }]);
      expect((await auditTrail(portal, machine, "staff", id)).at(-1)).toMatchObject({
        action: "role-changed",
        actor: admin.id,
        details: {
          role: { from: "moderator", to: "admin" },
          clientAddress: { to: "127.0.0.1" },
          browser: { to: "Firefox on Android" },
        },
      });
      expect(await answerOf(`/delete_User_Data/${id}`, admin, { method: "DELETE" })).toEqual([
        200,
        { deletedCount: 1 },
      ]);
      expect(await answerOf(`/delete_User_Data/${id}`, admin, { method: "DELETE" })).toEqual(failure(404, "not-found"));
    });

    test("are refused for who is not confirmed, and for ids of nobody", async () => {
      const { id } = await registered(portal, freshEmail());
      const record = await addRecord(portal, actorOf(admin.id, "admin"), { particulars: particulars(), images: {} });
      const patch = { method: "PATCH" };
      expect(await answerOf(`/user_data/admin/${id}`, admin, patch)).toEqual(failure(409, "not-confirmed"));
      for (const wrong of [record.id, "nobody", "%00", "' or 1=1 --", "..%2F..", "%F0%9F%98%80", "a".repeat(5000)]) {
        const path = encodeURIComponent(decodeURIComponent(wrong));
        expect(await answerOf(`/user_data/admin/${path}`, admin, patch)).toEqual(failure(404, "not-found"));
        expect(await answerOf(`/delete_User_Data/${path}`, admin, { method: "DELETE" })).toEqual(
          failure(404, "not-found"),
        );
      }
    });

    test("act on the next request of who lost theirs", async () => {
      const person = await signedIn(portal, url, "admin");
      expect((await ask("/Users_Infos", person)).status).toBe(200);
      await changeRole(portal, machine, { id: person.id, role: "moderator" });
      expect((await ask("/Users_Infos", person)).status).toBe(401);
      const [deleted, suspended] = [await signedIn(portal, url, "admin"), await signedIn(portal, url, "admin")];
      await deleteStaff(portal, machine, deleted);
      await suspendStaff(portal, machine, suspended);
      expect((await ask("/Users_Infos", deleted)).status).toBe(401);
      expect((await ask("/Users_Infos", suspended)).status).toBe(401);
    });

    test("of who is uploading let what is under way end, and nothing after it", async () => {
      const person = await signedIn(portal, url, "moderator");
      const file = new Uint8Array(await scan());
      const form = new FormData();
      form.append("image", new Blob([file]), "scan.jpg");
      const whole = new Request(`${url}/images`, { method: "POST", body: form });
      const bytes = Buffer.from(await whole.arrayBuffer());
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      const head = [
        "POST /images HTTP/1.1",
        "Host: x",
        "Connection: close",
        `Content-Type: ${whole.headers.get("content-type")}`,
        `Content-Length: ${bytes.length}`,
        `Authorization: Bearer ${person.token}`,
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      socket.write(bytes.subarray(0, 500));
      // Asked later and answered: the upload's head was read, and its sender known, before.
      expect((await ask("/Users_Infos", admin)).status).toBe(200);
      await changeRole(portal, machine, { id: person.id, role: "student" });
      socket.write(bytes.subarray(500));
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
      const after = new FormData();
      after.append("image", new Blob([file]), "scan.jpg");
      expect((await ask("/images", person, { method: "POST", body: after })).status).toBe(401);
    });
  });

  describe("every one of them", () => {
    test.each([
      ["GET", "/jwt", "POST"],
      ["PUT", "/api/users", "POST"],
      ["DELETE", "/Users_Infos", "GET, HEAD"],
      ["GET", "/user_data/admin/x", "PATCH"],
      ["POST", "/delete_User_Data/x", "DELETE"],
      ["OPTIONS", "/jwt", "POST"],
    ])("%s %s is answered with what it takes, %s", async (method, path, allow) => {
      const answer = await ask(path, admin, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
      expect(await answer.json()).toMatchObject({ error: { id: "wrong-method" } });
    });

    test.each(["/JWT", "/jwt/", "//jwt", "/api/users/a/b", "/api/auth/admin/list-users", "/api/auth/update-user"])(
      "stands at its own address: %s is nothing",
      async (path) => {
        expect((await ask(path, admin, asJson("POST", {}))).status).toBe(404);
        expect((await ask(path, admin, { method: "PATCH" })).status).toBe(404);
      },
    );

    test("says who has to sign in how, and is kept by nobody", async () => {
      const answer = await fetch(`${url}/Users_Infos`);
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      for (const path of [`/api/users/${admin.email}`, "/Users_Infos", "/api/users/nobody@x.example"]) {
        expect((await ask(path, admin)).headers.get("cache-control")).toBe("no-store");
      }
      const token = await fetch(`${url}/jwt`, asJson("POST", { email: admin.email }, { Cookie: admin.cookie }));
      expect(token.headers.get("cache-control")).toBe("no-store");
    });

    test("refuses what another site's page sends with the browser's cookie", async () => {
      const foreign = { Cookie: admin.cookie, Origin: "https://evil.example" };
      const { id } = await freshStaff(portal, "student");
      expect(await answerOf(`/user_data/admin/${id}`, null, { method: "PATCH", headers: foreign })).toEqual(
        failure(403, "foreign-origin"),
      );
      expect((await readStaffMember(portal, machine, { id })).role).toBe("student");
    });

    test("refuses bodies that are too large", async () => {
      const body = { email: moderator.email, more: "x".repeat(100_000) };
      expect(await answerOf("/api/users", moderator, asJson("POST", body))).toEqual(failure(413, "too-large"));
    });
  });
});
