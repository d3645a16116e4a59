import { describe, expect, test } from "vitest";
import { z } from "zod";
import { system } from "#core/accounts/actor.ts";
import { asSpecified } from "#core/settings/settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { emailOf, publicOrigin, sentRecord, serveApi } from "../support/api.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { cookieFor } from "../support/accounts/signed-in.ts";
import { drawnDocument } from "../support/documents.ts";
import { freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const uploadKey = "the key of the image host";
const portal = await openForTest(await freshEnvironment("sqlite", whenFileEnds), whenFileEnds);
await changeSettings(portal, system("test"), { change: asSpecified });
const api = await serveApi(portal, { uploadKey });
whenFileEnds(() => api[Symbol.asyncDispose]());

/** What a program reads of an answer. The specification names no status but 200. */
type Answer = { ok: boolean; status: number; data: unknown };

/**
 * A program that was written from the specification alone. It sends its JSON content type always, its token bare, and
 * knows neither pages nor If-Match nor Idempotency-Key. docs/specification.md says where it has to be changed.
 */
class LiteralClient {
  #token = "";

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await fetch(api.url + path, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(this.#token !== "" && { Authorization: this.#token }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ok: answer.ok, status: answer.status, data: await answer.json() };
  }

  /** The identity service of the specification is the site itself here. */
  async login(email: string): Promise<this> {
    const { data } = await this.ask("POST", "/jwt", { email }, { Cookie: await cookieFor(api.url, email) });
    this.#token = z.object({ token: z.string() }).parse(data).token;
    return this;
  }

  /** POST to the image host, with the query parameter `key` and the form field `image`. */
  async upload(image: Blob | string, key = uploadKey): Promise<Response> {
    const form = new FormData();
    form.append("image", image);
    return fetch(`${api.url}/images?key=${encodeURIComponent(key)}`, { method: "POST", body: form });
  }

  async add(record: Record<string, unknown>): Promise<string> {
    const { status, data } = await this.ask("POST", "/cofees", record);
    expect(status).toBe(201);
    return z.object({ insertedId: z.string() }).parse(data).insertedId;
  }
}

const anonymous = new LiteralClient();
const admin = await new LiteralClient().login(emailOf("admin"));
const moderator = await new LiteralClient().login(emailOf("moderator"));

const documents = [1, 2, 3, 4, 5, 11, 12, 13, 14, 19, 189].map((number) => `Doc_${number}_PC`);
const withoutImages = Object.fromEntries(["P_url", ...documents].map((field) => [field, ""]));
/** As the form of the admin sends it: the fixed values too, and "" for each file that was not chosen. */
const ofAdmin = (different: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...sentRecord({ nationality: "BANGLADESH" }),
  ...withoutImages,
  User_Hide: "No",
  Status: "Approved",
  database_of_client: "My_Aust",
  ...different,
});
const ofModerator = () => ofAdmin({ nationality: "NEPAL", Status: "Denied" });
const changed = (modifiedCount: number) => ({ ok: true, status: 200, data: { matchedCount: 1, modifiedCount } });

describe("a program that was written from the specification alone", () => {
  test("looks records up by both numbers, and reads the dates", async () => {
    const sent = ofAdmin();
    const _id = await admin.add(sent);
    expect(await anonymous.ask("GET", `/result/${String(sent["id"])}`)).toEqual({
      ok: true,
      status: 200,
      data: { ...sent, _id },
    });
    expect((await anonymous.ask("GET", `/ircc/${String(sent["IRCC_Num"])}`)).data).toEqual({ ...sent, _id });
    expect((await anonymous.ask("GET", "/result/Z00000000")).ok).toBe(false);
    expect(await anonymous.ask("GET", "/dates")).toMatchObject({ data: [{ _id: "settings", dateValue: "" }] });
  });

  test("uploads an image with the key alone, and a record has its address", async () => {
    const upload = await anonymous.upload(new Blob([new Uint8Array(await drawnDocument())]));
    const { data } = z.object({ data: z.object({ url: z.string() }) }).parse(await upload.json());
    expect(data.url).toMatch(new RegExp(`^${publicOrigin}/images/[0-9a-f]{32}-1/2000$`));
    const sent = ofAdmin({ Doc_1_PC: data.url });
    const id = await admin.add(sent);
    const seen = z
      .object({ Doc_1_PC: z.string() })
      .parse((await anonymous.ask("GET", `/result/${String(sent["id"])}`)).data);
    expect((await fetch(seen.Doc_1_PC.replace(publicOrigin, api.url))).headers.get("content-type")).toBe("image/webp");
    const loaded = z.record(z.string(), z.string()).parse((await admin.ask("GET", `/User_Data/${id}`)).data);
    expect(loaded).toMatchObject({ ...sent, Doc_1_PC: data.url });
    // A file that was not chosen again is sent as it was loaded.
    expect(await admin.ask("PUT", `/User_Data/${id}`, { ...loaded, name: "Rahima Khatun" })).toEqual(changed(1));
    expect((await admin.ask("GET", `/User_Data/${id}`)).data).toEqual({ ...loaded, name: "Rahima Khatun" });
    // One that was taken out is sent as "".
    expect(await admin.ask("PUT", `/User_Data/${id}`, { ...loaded, Doc_1_PC: "" })).toEqual(changed(1));
    expect((await admin.ask("GET", `/User_Data/${id}`)).data).toEqual({ ...loaded, Doc_1_PC: "" });
  });

  test("a moderator's record waits, is approved, hidden, shown, denied again and deleted", async () => {
    const sent = ofModerator();
    const id = await moderator.add(sent);
    const isFound = async () => (await anonymous.ask("GET", `/result/${String(sent["id"])}`)).ok;
    const patch = (path: string) => admin.ask("PATCH", `/user_data/${path}/${id}`);
    expect([await isFound(), (await admin.ask("GET", `/User_Data/${id}`)).data]).toEqual([false, { ...sent, _id: id }]);
    expect([await patch("Approved_or_Deny"), await isFound()]).toEqual([changed(1), true]);
    expect([await patch("User_Hide"), await isFound()]).toEqual([changed(1), false]);
    expect([await patch("User_Hide"), await isFound()]).toEqual([changed(0), false]);
    expect([await patch("User_UnHide"), await isFound()]).toEqual([changed(1), true]);
    expect([await patch("Approved_or_Deny"), await isFound()]).toEqual([changed(1), false]);
    expect((await admin.ask("DELETE", `/delete_User/${id}`)).data).toEqual({ deletedCount: 1 });
    expect((await admin.ask("DELETE", `/delete_User/${id}`)).ok).toBe(false);
  });

  test("gets every record and account in one list, with more than a page of them", async () => {
    const added = [];
    for (let count = 0; count < 51; count += 1) added.push((await addTestRecord(portal)).id);
    const listed = z.array(z.looseObject({ _id: z.string(), database_of_client: z.literal("My_Aust") }));
    const ids = listed.parse((await admin.ask("GET", "/User_Data")).data).map(({ _id }) => _id);
    expect(ids).toEqual(expect.arrayContaining(added));
    const staff = z.array(z.looseObject({ email: z.string(), database_of_client: z.literal("Austrellia") }));
    const emails = staff.parse((await admin.ask("GET", "/Users_Infos")).data).map(({ email }) => email);
    expect(emails).toEqual(expect.arrayContaining([emailOf("admin"), emailOf("moderator")]));
  });

  test("makes somebody a moderator and an admin, reads the role, and deletes the account", async () => {
    const email = "literal@agency.example";
    const { id } = await freshAccount(portal, "student", email);
    const role = async () => (await admin.ask("GET", `/api/users/${email}`)).data;
    expect(await role()).toEqual({ role: "student", title: "Student" });
    expect(await admin.ask("PATCH", `/user_data/instructor/${id}`)).toEqual(changed(1));
    expect(await role()).toEqual({ role: "instructor", title: "Moderator" });
    expect(await admin.ask("PATCH", `/user_data/admin/${id}`)).toEqual(changed(1));
    expect(await role()).toEqual({ role: "admin", title: "Admin" });
    const user = { name: "Salma Begum", email, photoURL: null };
    const itself = await new LiteralClient().login(email);
    expect(await itself.ask("POST", "/api/users", user)).toMatchObject({ ok: true, data: { insertedId: id } });
    expect((await admin.ask("DELETE", `/delete_User_Data/${id}`)).data).toEqual({ deletedCount: 1 });
    expect((await admin.ask("GET", `/api/users/${email}`)).status).toBe(404);
    expect(JSON.stringify((await admin.ask("GET", "/Users_Infos")).data)).not.toContain(email);
  });

  test("sets the date, and no day to come and no other writing of a day", async () => {
    const set = (dateValue: string, id = "settings") => admin.ask("PATCH", `/change-date/${id}`, { dateValue });
    expect([await set("2026-03-31"), await set("2026-03-31")]).toEqual([changed(1), changed(0)]);
    for (const wrong of ["31.3.2026", "2999-01-01"])
      expect(await set(wrong)).toMatchObject({
        status: 400,
        data: { error: { fields: { dateValue: expect.any(String) } } },
      });
    expect((await set("2026-03-31", "other")).status).toBe(404);
    expect((await anonymous.ask("GET", "/dates")).data).toEqual([{ _id: "settings", dateValue: "2026-03-31" }]);
  });
});

describe("where the specification is not followed, a program", () => {
  const calls = [
    ["POST", "/cofees"],
    ["GET", "/User_Data"],
    ["GET", "/User_Data/x"],
    ["PUT", "/User_Data/x"],
    ["DELETE", "/delete_User/x"],
    ["PATCH", "/user_data/User_Hide/x"],
    ["PATCH", "/user_data/User_UnHide/x"],
    ["PATCH", "/user_data/Approved_or_Deny/x"],
    ["PATCH", "/change-date/settings"],
    ["GET", "/Users_Infos"],
    ["PATCH", "/user_data/admin/x"],
    ["PATCH", "/user_data/instructor/x"],
    ["DELETE", "/delete_User_Data/x"],
    ["POST", "/api/users"],
    ["POST", "/jwt"],
    ["GET", `/api/users/${emailOf("admin")}`],
  ] as const;

  test("is refused without its token at every call but lookups, dates and uploads", async () => {
    for (const [method, path] of calls) {
      const body = method === "GET" ? undefined : { ...ofAdmin(), email: emailOf("admin"), dateValue: "2026-03-31" };
      expect([method, path, (await anonymous.ask(method, path, body)).status]).toEqual([method, path, 401]);
    }
  });

  test("gets no token for the address of somebody else", async () => {
    const headers = { Cookie: await cookieFor(api.url, emailOf("moderator")) };
    expect((await anonymous.ask("POST", "/jwt", { email: emailOf("admin") }, headers)).status).toBe(403);
  });

  test.each([
    ["a number of letters only", { id: "ABCDEFG" }, "id"],
    ["a number with other characters", { IRCC_Num: "W/12345" }, "IRCC_Num"],
    ["an image of another site", { P_url: "https://i.ibb.co/x/photo.png" }, "P_url"],
    ["an image as base64 text", { Doc_1_PC: "data:image/png;base64,iVBORw0KGgo=" }, "Doc_1_PC"],
  ])("is told the field of a record with %s", async (_, wrong, field) => {
    const answer = await admin.ask("POST", "/cofees", ofAdmin(wrong));
    expect(answer).toMatchObject({
      status: 400,
      data: { error: { id: "invalid", fields: { [field]: expect.any(String) } } },
    });
  });

  test("uploads no image as base64 text, and none with another key", async () => {
    const text = Buffer.from(await drawnDocument()).toString("base64");
    expect((await anonymous.upload(text)).status).toBe(400);
    expect((await anonymous.upload(new Blob([new Uint8Array(await drawnDocument())]), "another")).status).toBe(401);
  });

  test("is told that a required second step is missing, and not that its account may not do this", async () => {
    await changeSettings(portal, system("test"), { change: { secondFactor: "required" } });
    const refused = { status: 403, data: { error: { id: "second-step-needed" } } };
    expect(await moderator.ask("GET", "/User_Data")).toMatchObject(refused);
    expect((await moderator.ask("GET", "/Users_Infos")).data).toMatchObject({ error: { id: "not-allowed" } });
    expect((await admin.ask("GET", `/api/users/${emailOf("admin")}`)).data).toEqual({ role: "admin", title: "Admin" });
    await changeSettings(portal, system("test"), { change: { secondFactor: "optional" } });
    expect(await moderator.ask("GET", "/Users_Infos")).toMatchObject({
      status: 403,
      data: { error: { id: "not-allowed" } },
    });
  });
});
