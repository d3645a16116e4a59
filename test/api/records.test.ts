import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { recordSchema } from "#api/contract/record-schemas.ts";
import { eachField, otherFields } from "#core/records/record-fields.ts";
import { system } from "#core/accounts/actor.ts";
import { callerOf, publicOrigin, sentRecord, tokenOf } from "../support/api.ts";
import { admin } from "../support/accounts/people.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { uploaded } from "../support/documents.ts";
import { declare, fillIndex, ownField } from "../support/own-fields.ts";
import { addTestRecord } from "../support/records.ts";
import { sharedApi } from "../support/site.ts";

const insertedSchema = z.object({ insertedId: z.string() });

const api = await sharedApi();
const { portal } = api;
const anyone = callerOf(api);
const asAdmin = callerOf(api, "admin");
const asOther = callerOf(api, "otherAdmin");
const asModerator = callerOf(api, "moderator");

describe("the record calls", () => {
  const add = async (different: Record<string, unknown> = {}, caller = asAdmin) => {
    const sent = sentRecord(different);
    const answer = await caller("POST", "/cofees", sent);
    return { sent, id: insertedSchema.parse(answer.body).insertedId, answer };
  };
  const addressOf = (image: string) => `${publicOrigin}/images/${image}-1/2000`;
  const read = async (id: string, caller = asAdmin) =>
    recordSchema.parse((await caller("GET", `/User_Data/${id}`)).body);

  test("a record that an admin adds gets the fixed values, whatever was sent", async () => {
    const { id, sent, answer } = await add({
      _id: "mine",
      User_Hide: "yes",
      Status: "Denied",
      database_of_client: "Austrellia",
      nationality: "MARS",
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/User_Data/${id}`);
    expect(answer.headers.get("etag")).toBe('"1"');
    expect(await read(id)).toEqual({
      ...sent,
      _id: id,
      User_Hide: "No",
      Status: "Approved",
      nationality: "BANGLADESH",
      database_of_client: "My_Aust",
      ...(otherFields.length > 0 && { fields: eachField(otherFields, () => "") }),
      P_url: "",
      ...Object.fromEntries([1, 2, 3, 4, 5, 11, 12, 13, 14, 19, 189].map((number) => [`Doc_${number}_PC`, ""])),
    });
  });

  test("a visitor finds a record by its numbers, also in lower case and with separators", async () => {
    const { id, sent } = await add();
    const [passport, ircc] = [String(sent["id"]), String(sent["IRCC_Num"])];
    const paths = [
      `/result/${passport}`,
      `/result/${passport.toLowerCase().replace("2", "%202-")}`,
      `/ircc/${ircc}`,
      `/ircc/${passport}`,
    ];
    for (const path of paths) {
      const answer = await anyone("GET", path);
      expect(answer.status).toBe(200);
      expect(recordSchema.parse(answer.body)).toMatchObject({ _id: id, ...sent, nationality: "BANGLADESH" });
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    }
    expect((await anyone("GET", `/result/${ircc}`)).status).toBe(404);
    const head = await anyone("HEAD", `/result/${passport}`);
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("a record without an IRCC number is refused unless the settings allow it, and shows an empty one", async () => {
    const { IRCC_Num: _, ...without } = sentRecord();
    const refused = await asAdmin("POST", "/cofees", without);
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: { IRCC_Num: expect.any(String) } } } });
    await changeSettings(portal, system("test"), { change: { irccNumberIsOptional: true } });
    expect((await asAdmin("POST", "/cofees", without)).status).toBe(201);
    await changeSettings(portal, system("test"), { change: { irccNumberIsOptional: false } });
    expect((await anyone("GET", `/result/${String(without["id"])}`)).body).toMatchObject({ IRCC_Num: "" });
  });

  test("a number that another record has is refused with an error for its field", async () => {
    const { id, sent } = await add();
    const answer = await asAdmin("POST", "/cofees", sentRecord({ IRCC_Num: sent["IRCC_Num"] }));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: { id: "duplicate-number", fields: { IRCC_Num: expect.any(String) }, record: { id } },
    });
  });

  describe("images", () => {
    test("are set by the URL that the upload returned, and shown to visitors under a signed URL", async () => {
      const image = await uploaded(portal, admin);
      const { id, sent } = await add({ Doc_1_PC: addressOf(image) });
      expect(await read(id)).toMatchObject({ Doc_1_PC: addressOf(image), Doc_2_PC: "" });
      const seen = recordSchema.parse((await anyone("GET", `/result/${String(sent["id"])}`)).body);
      expect(seen.Doc_1_PC).toMatch(/^http:\/\/127\.0\.0\.9\/images\/[0-9a-f]{32}-1\/2000\?until=\d+&signature=/);
      expect((await fetch(seen.Doc_1_PC.replace(publicOrigin, api.url))).status).toBe(200);
      expect((await fetch(addressOf(image).replace(publicOrigin, api.url))).status).toBe(404);
      const byStaff = await fetch(addressOf(image).replace(publicOrigin, api.url), {
        headers: { authorization: `Bearer ${await tokenOf(api.url, "admin")}` },
      });
      expect(byStaff.status).toBe(200);
    });

    test("stay when they are omitted or sent back unchanged, signed or not, and are removed by an empty string", async () => {
      const [one, two] = [await uploaded(portal, admin), await uploaded(portal, admin)];
      const { id, sent } = await add({ Doc_1_PC: addressOf(one), Doc_12_PC: addressOf(two) });
      const record = await read(id);
      const put = (different: object) =>
        asAdmin("PUT", `/User_Data/${id}`, { ...sent, nationality: record.nationality, ...different });
      expect((await put({ Doc_1_PC: record.Doc_1_PC, Doc_12_PC: undefined })).body).toMatchObject({ modifiedCount: 0 });
      expect((await put({ Doc_1_PC: `${record.Doc_1_PC}?until=1&signature=x` })).body).toMatchObject({
        modifiedCount: 0,
      });
      expect((await put({ Doc_12_PC: "" })).body).toEqual({ matchedCount: 1, modifiedCount: 1 });
      expect(await read(id)).toMatchObject({ Doc_1_PC: record.Doc_1_PC, Doc_12_PC: "" });
    });

    test.each([
      ["of another site", "https://evil.example/images/0123456789abcdef0123456789abcdef-1/2000", 400],
      ["that is not of an image", `${publicOrigin}/images/x/2000`, 400],
      ["that is not a URL", "x", 400],
      ["of a missing image", `${publicOrigin}/images/0123456789abcdef0123456789abcdef-1/2000`, 400],
      ["that is not a string", ["x"], 400],
    ])("with a URL %s are refused with an error for the field", async (_, address, status) => {
      const answer = await asAdmin("POST", "/cofees", sentRecord({ Doc_4_PC: address }));
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ error: { id: "invalid", fields: { Doc_4_PC: expect.any(String) } } });
    });
  });

  test("the operator's own fields stand under `fields` for those who see them, are kept if not sent, and are described", async () => {
    const [, plain] = [await add(), await asAdmin("GET", "/fields")];
    expect(plain.body).toEqual([]);
    await declare(
      portal,
      ownField("f1", "Kafeel", { isNeeded: true }),
      ownField("f2", "Paid", { type: "yes-no", audience: "visitors" }),
    );
    onTestFinished(async () => {
      const { ownFields } = await currentSettings(portal);
      await declare(portal, ...ownFields.map((field) => ({ ...field, isRemoved: true })));
    });
    const { id, sent } = await add({ fields: { f1: "Ali Hassan" } });
    expect((await read(id)).fields).toMatchObject({ f1: "Ali Hassan", f2: "" });
    const put = (fields?: object) => asAdmin("PUT", `/User_Data/${id}`, { ...sent, fields });
    expect((await put()).status).toBe(200);
    expect((await put({ f2: "YES" })).status).toBe(200);
    expect((await read(id)).fields).toMatchObject({ f1: "Ali Hassan", f2: "yes" });
    expect(await put({ f2: "perhaps" })).toMatchObject({
      status: 400,
      body: { error: { fields: { "fields.f2": expect.any(String) } } },
    });
    const seen = await anyone("GET", `/result/${String(sent["id"])}`);
    expect(seen).toMatchObject({ status: 200, body: { fields: { f2: "yes" } } });
    expect(JSON.stringify(seen.body)).not.toContain("Hassan");
    expect((await asAdmin("GET", "/fields")).body).toEqual([
      { name: "f1", type: "text", audience: "staff", labels: { en: "Kafeel" }, isNeeded: true },
      { name: "f2", type: "yes-no", audience: "visitors", labels: { en: "Paid" }, isNeeded: false },
    ]);
    expect((await anyone("GET", "/fields")).body).toMatchObject([{ name: "f2" }]);
    await put({ f1: "" });
    const toggle = () => asAdmin("PATCH", `/user_data/Approved_or_Deny/${id}`);
    expect([(await toggle()).status, await toggle()]).toMatchObject([
      200,
      { status: 409, body: { error: { id: "needed-fields", fields: { "fields.f1": expect.any(String) } } } },
    ]);
  });

  test("the list finds records by fields of the operator that can be searched, and takes no other", async () => {
    const { ownFields } = await currentSettings(portal);
    await declare(portal, ...ownFields, ownField("f8", "Agent", { isSearched: true }));
    onTestFinished(() =>
      declare(portal, ...ownFields, ownField("f8", "Agent", { isRemoved: true })).then(() => undefined),
    );
    const list = (fields: string) => asAdmin("GET", `/User_Data?${new URLSearchParams({ fields }).toString()}`);
    expect(await list('{"f8":"Omar"}')).toMatchObject({ status: 409, body: { error: { id: "search-incomplete" } } });
    await fillIndex(portal);
    const { id } = await add({ fields: { f8: "Omar & Sons" } });
    expect((await asAdmin("GET", "/fields")).body).toContainEqual({
      name: "f8",
      type: "text",
      audience: "staff",
      labels: { en: "Agent" },
      isNeeded: false,
      isSearched: true,
    });
    expect((await list('{"f8":"omar & SONS"}')).body).toMatchObject([{ _id: id }]);
    expect((await list('{"f9":"x"}')).body).toMatchObject({ error: { fields: { "fields.f9": expect.any(String) } } });
    for (const wrong of ["f8", "[]", '{"f8":1}'])
      expect((await list(wrong)).body).toMatchObject({ error: { fields: { fields: expect.any(String) } } });
  });

  test("last days are sent under the fields of their documents, and returned only on request", async () => {
    const [one, two] = [addressOf(await uploaded(portal, admin)), addressOf(await uploaded(portal, admin))];
    const sentDays = { Doc_5_PC: "2026-03-31", Doc_11_PC: "2026-02-28" };
    const { id, sent } = await add({ Doc_5_PC: one, Doc_11_PC: two, Last_days: sentDays });
    const passport = String(sent["id"]);
    const daysAt = async (path: string, caller = asAdmin) =>
      [(await caller("GET", path)).body].flat().map((body) => recordSchema.parse(body).Last_days);
    const yes = "lastDays=yes";
    expect(await daysAt(`/User_Data/${id}?${yes}`)).toEqual([sentDays]);
    expect(await daysAt(`/User_Data?search=${passport}&${yes}`)).toEqual([sentDays]);
    // Visitors do not see the medical form.
    for (const path of [`/result/${passport}`, `/ircc/${passport}`])
      expect(await daysAt(`${path}?${yes}`, anyone)).toEqual([{ Doc_5_PC: "2026-03-31" }]);
    for (const path of [`/User_Data/${id}`, `/User_Data?search=${passport}`, `/result/${passport}`])
      expect(await daysAt(path)).toEqual([undefined]);

    const put = (different: object) => asAdmin("PUT", `/User_Data/${id}`, { ...sent, ...different });
    expect((await put({ Last_days: undefined, nationality: "BANGLADESH" })).body).toMatchObject({ modifiedCount: 0 });
    await put({ Last_days: { Doc_11_PC: "" } });
    expect(await daysAt(`/User_Data/${id}?${yes}`)).toEqual([{ Doc_5_PC: "2026-03-31" }]);
    for (const [sentWrong, field] of [
      [{ Last_days: { Doc_5_PC: "2026-02-30" } }, "Last_days.Doc_5_PC"],
      [{ Last_days: { P_url: "2026-03-31" } }, "Last_days"],
      [{ Last_days: "2026-03-31" }, "Last_days"],
      [{ fields: { shoeSize: "42" } }, "fields.shoeSize"],
      [{ documents: { shoePaper: "" } }, "documents.shoePaper"],
      [{ documents: [""] }, "documents"],
      [{ fields: ["42"] }, "fields"],
    ] as const) {
      const { status, body } = await put(sentWrong);
      expect([status, body]).toMatchObject([400, { error: { fields: { [field]: expect.any(String) } } }]);
    }
    expect((await anyone("GET", `/result/${passport}?lastDays=no`)).status).toBe(400);
  });

  test("a lookup with `lastDays` has what is over in `ended`, the newest day first, also of a paper without a scan that visitors would see", async () => {
    const images = { visaPaper: await uploaded(portal, admin), ticket: await uploaded(portal, admin) };
    const lastDays = { visaPaper: "2020-01-31", medical: "2020-03-01", lmia: "2020-02-29", ticket: "2199-12-31" };
    const { passportNumber: number, id } = await addTestRecord(portal, admin, { images, lastDays });
    const { body } = await anyone("GET", `/result/${number}?lastDays=yes`);
    const { Last_days: days, ended, ...rest } = recordSchema.parse(body);
    expect(days).toEqual({ Doc_4_PC: "2020-02-29", Doc_5_PC: "2020-01-31", Doc_14_PC: "2199-12-31" });
    expect(JSON.stringify(ended)).toBe('{"Doc_4_PC":"2020-02-29","Doc_5_PC":"2020-01-31"}');
    expect(rest).toMatchObject({ Doc_4_PC: "", Doc_11_PC: "" });
    expect((await anyone("GET", `/result/${number}`)).body).not.toHaveProperty("ended");
    expect((await asAdmin("GET", `/User_Data/${id}?lastDays=yes`)).body).not.toHaveProperty("ended");
    const { passportNumber: other } = await addTestRecord(portal, admin);
    expect((await anyone("GET", `/result/${other}?lastDays=yes`)).body).toMatchObject({ Last_days: {}, ended: {} });
  });

  describe("the list", () => {
    test("is returned page by page, as a plain array with a link to the next page", async () => {
      const name = "Listed";
      for (const letter of ["a", "b", "c"]) await add({ name: `${name} ${letter}` });
      const names: string[] = [];
      let path = `/User_Data?limit=2&search=${encodeURIComponent(name)}`;
      for (let page = 0; page < 2; page += 1) {
        const answer = await asAdmin("GET", path);
        names.push(
          ...z
            .array(recordSchema)
            .parse(answer.body)
            .map((record) => record.name),
        );
        path = /^<(.*)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
      }
      expect(names).toEqual([`${name} a`, `${name} b`, `${name} c`]);
      expect(path).toBe("");
    });

    test("can be filtered by state, and shows moderators only their own records", async () => {
      const { id } = await add({}, asModerator);
      const listed = async (query: string, caller = asAdmin) =>
        z.array(recordSchema).parse((await caller("GET", `/User_Data?limit=500${query}`)).body);
      expect((await listed("&status=Denied")).map(({ _id }) => _id)).toContain(id);
      expect(new Set((await listed("&status=Approved&hidden=No")).map(({ Status }) => Status))).toEqual(
        new Set(["Approved"]),
      );
      expect((await listed("&hidden=yes")).every(({ User_Hide }) => User_Hide === "yes")).toBe(true);
      expect((await listed("", asModerator)).map(({ _id }) => _id)).toContain(id);
      expect(await listed("", callerOf(api, "otherModerator"))).toEqual([]);
    });
  });

  describe("a change", () => {
    test("writes what was sent, except the state", async () => {
      const { id, sent } = await add();
      const change = {
        ...sent,
        name: "Rahima Khatun",
        _id: "x",
        User_Hide: "yes",
        Status: "Denied",
        nationality: "NEPAL",
      };
      const answer = await asAdmin("PUT", `/User_Data/${id}`, { ...change, database_of_client: "Austrellia" });
      expect([answer.status, answer.body]).toEqual([200, { matchedCount: 1, modifiedCount: 1 }]);
      expect(answer.headers.get("etag")).toBe('"2"');
      expect(await read(id)).toMatchObject({
        _id: id,
        name: "Rahima Khatun",
        nationality: "NEPAL",
        User_Hide: "No",
        Status: "Approved",
        database_of_client: "My_Aust",
      });
      expect((await asAdmin("PUT", `/User_Data/${id}`, change)).body).toEqual({ matchedCount: 1, modifiedCount: 0 });
    });

    test("based on an outdated version is refused, whatever it changes", async () => {
      const { id, sent } = await add({}, asModerator);
      const changes = [
        ["PUT", `/User_Data/${id}`, sent],
        ["PATCH", `/user_data/User_Hide/${id}`],
        ["PATCH", `/user_data/User_UnHide/${id}`],
        ["PATCH", `/user_data/Approved_or_Deny/${id}`],
        ["DELETE", `/delete_User/${id}`],
      ] as const;
      for (const [method, path, body] of changes) {
        for (const stale of ['"7"', '"other"', 'W/"1"']) {
          const answer = await asAdmin(method, path, body, { "if-match": stale });
          expect([answer.status, answer.body]).toMatchObject([412, { error: { id: "stale" } }]);
        }
      }
      const toggle = (etag: string) =>
        asAdmin("PATCH", `/user_data/Approved_or_Deny/${id}`, undefined, { "if-match": etag });
      expect((await toggle('"1"')).headers.get("etag")).toBe('"2"');
      expect((await toggle('"1"')).status).toBe(412);
      expect((await toggle("*")).status).toBe(200);
    });

    test("of a public record waits for somebody else under the four-eyes rule, and then is found", async () => {
      const { id, sent } = await add();
      const rule = (fourEyes: boolean) => changeSettings(portal, system("test"), { change: { fourEyes } });
      await rule(true);
      onTestFinished(async () => void (await rule(false)));
      const found = async () => (await anyone("GET", `/result/${String(sent["id"])}`)).body;
      const next = sentRecord({ id: sent["id"] });
      const answer = await asAdmin("PUT", `/User_Data/${id}`, { ...next, name: "Rahima Khatun" });
      expect([answer.status, answer.body]).toEqual([200, { matchedCount: 1, modifiedCount: 1 }]);
      const etag = answer.headers.get("etag") ?? "";
      expect((await asAdmin("GET", `/User_Data/${id}`)).headers.get("etag")).toBe(etag);
      const waiting = { name: "Rahima Khatun", IRCC_Num: next["IRCC_Num"] };
      expect(await read(id)).toMatchObject({ ...waiting, Status: "Denied" });
      expect(await found()).toMatchObject({ name: sent["name"], IRCC_Num: sent["IRCC_Num"], Status: "Approved" });
      const numberOfBoth = await asAdmin("POST", "/cofees", sentRecord({ IRCC_Num: next["IRCC_Num"] }));
      expect(numberOfBoth).toMatchObject({ status: 409, body: { error: { id: "duplicate-number" } } });
      const toggle = (caller: typeof asAdmin, headers = {}) =>
        caller("PATCH", `/user_data/Approved_or_Deny/${id}`, undefined, headers);
      expect((await toggle(asOther)).status).toBe(428);
      expect((await toggle(asOther, { "if-match": '"1"' })).status).toBe(412);
      expect((await toggle(asAdmin, { "if-match": etag })).status).toBe(403);
      expect((await toggle(asOther, { "if-match": etag })).body).toEqual({ matchedCount: 1, modifiedCount: 1 });
      expect(await read(id)).toMatchObject({ ...waiting, Status: "Approved" });
      expect(await found()).toMatchObject(waiting);
    });

    test.each([
      ["the version", '"1"', 200],
      ["any version", "*", 200],
      ["a list with the version", '"7", "1"', 200],
      ["a list with empty items", ', "1" ,,\t"7",', 200],
      ["the version beside a weak tag", 'W/"1","1"', 200],
      ["the version in another spelling", '"01"', 412],
      ["the version in other digits", '"1e0"', 412],
      ["the version with a sign", '"+1"', 412],
      ["the version as a weak tag", 'W/"1"', 412],
      ["a list of other tags", '"0", "2", W/"1", "one"', 412],
      ["a tag with a comma", '"0,1"', 412],
      ["an empty tag", '""', 412],
      ["a tag with other bytes", '"\u00E91"', 412],
    ])("with If-Match containing %s, %s, is answered with %i", async (_, etags, status) => {
      const { id } = await add();
      const answer = await asAdmin("PATCH", `/user_data/User_Hide/${id}`, undefined, { "if-match": etags });
      expect(answer.status).toBe(status);
      expect((await asAdmin("GET", `/User_Data/${id}`)).body).toMatchObject({
        User_Hide: status === 200 ? "yes" : "No",
      });
    });
  });
});
