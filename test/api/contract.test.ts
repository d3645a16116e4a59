import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { calls } from "../../src/api/calls.ts";
import { openApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { callerOf, cookieOf, emailOf, publicOrigin, tokenOf } from "../support/api.ts";
import { contractOf } from "../support/contract.ts";
import { requestOf } from "../support/processes/curl.ts";
import { atTheDesk } from "../support/organisations.ts";
import { addTestRecord } from "../support/records.ts";
import { drawnDocument } from "../support/documents.ts";
import { sharedApi } from "../support/site.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";

const api = await sharedApi();
const { portal } = api;
const document = openApiDocument(publicOrigin);
const contract = contractOf(document);

test("the OpenAPI document is served and contains every call", async () => {
  const { status, body } = await callerOf(api)("GET", "/api/openapi.json");
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((call) => call.operationId),
  );
  expect(ids.toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
  expect(JSON.stringify(document)).not.toContain('"$id"');
});

/** Headers of some answers only. */
const notAlways = new Set<string>(["Link", "Damaged-Records"]);

describe("the example of a call", () => {
  const exampleId = "6f0c2f3e-58b5-4a3e-9d0e-0f6c1c6f2a11";
  let recordId = "";
  let image = "";
  let importId = "";
  const signed = ["readImage", "readChecksums", "readProof", "readSlip"];
  const others = calls.filter(({ id }) => !["addRecord", "importRecords", ...signed].includes(id));

  /** The call of organisations is made with a key of theirs. */
  async function tokenFor(id: string) {
    if (id !== "checkList") return tokenOf(api.url, "admin");
    const { person } = await atTheDesk(portal);
    return (await makeApiKey(portal, person, { name: "Visas", scope: "look-up", days: 30 })).key;
  }

  async function expectToWork(id: string, replaced: Readonly<Record<string, string>>) {
    const call = calls.find((known) => known.id === id);
    const operation = document.paths[call?.path ?? ""]?.[call?.method ?? ""];
    let line = operation?.["x-codeSamples"][0]?.source ?? "";
    for (const [from, to] of Object.entries({ ...replaced, [publicOrigin]: api.url })) line = line.replaceAll(from, to);
    const { url, ...request } = requestOf(
      line,
      { TOKEN: await tokenFor(id), SESSION: (await cookieOf(api.url, "admin")).replace(/^[^=]*=/, "") },
      id === "importRecords" || id === "checkList"
        ? new TextEncoder().encode("Passport no,Name\nAB1234567,Rahim\n")
        : new Uint8Array(await drawnDocument()),
    );
    const answer = await fetch(url, { ...request, body: request.body ?? null });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    const body: unknown = isJson ? await answer.json() : await answer.text();
    expect([id, answer.status, body]).toEqual([id, call?.status, expect.anything()]);
    for (const name of call?.answerHeaders ?? []) {
      if (!notAlways.has(name)) expect([name, answer.headers.get(name)]).toEqual([name, expect.any(String)]);
    }
    expect(contract.complaint(call?.method ?? "", call?.path ?? "", answer.status, isJson ? body : "")).toBe("");
    return body;
  }

  beforeAll(async () => {
    recordId = ((await expectToWork("addRecord", {})) as { insertedId: string }).insertedId;
    const uploaded = (await expectToWork("uploadImages", {})) as { data: { url: string } };
    image = uploaded.data.url;
    importId = (
      (await expectToWork("importRecords", { "0d9e7c52-7a51-4c0a-93c9-0f5f2f1f7a10": "import-1" })) as {
        insertedId: string;
      }
    ).insertedId;
  });

  const exampleEmail = "admin@demo.example";
  const exampleAccount = "k3JcVbGZt0u7Qx4dPq1wYr9nLmE2aSfH";

  test.each(others)("works and is answered as documented: $id", async ({ id, isConditional, path }) => {
    const isOwn = isConditional === true && id !== "changeRecord";
    const target = isOwn ? (await addTestRecord(portal)).id : recordId;
    const email = emailOf("admin");
    await expectToWork(id, {
      [exampleId]: id === "readImport" ? importId : target,
      [exampleEmail]: email,
      [encodeURIComponent(exampleEmail)]: encodeURIComponent(email),
      ...(path.endsWith("{id}") && { [exampleAccount]: (await freshAccount(portal, "student")).id }),
    });
  });

  test("for /jwt needs a session cookie and does not work with a token", async () => {
    const call = callerOf(api, "admin");
    expect((await call("POST", "/jwt", { email: emailOf("admin") })).status).toBe(401);
    expect(document.paths["/jwt"]?.["post"]?.security).toEqual([{ session: [] }]);
    expect(document.components.securitySchemes["session"]).toMatchObject({ in: "cookie", name: "attestry-session" });
  });

  test("works for images: an upload becomes a document of a record, and its signed URLs are answered", async () => {
    const call = callerOf(api, "admin");
    const record = z.looseObject({ id: z.string() }).parse((await call("GET", `/User_Data/${recordId}`)).body);
    expect((await call("PUT", `/User_Data/${recordId}`, { ...record, Doc_1_PC: image })).status).toBe(200);
    const lookup = await call("GET", `/result/${record.id}`);
    const seen = z.object({ _id: z.string(), Doc_1_PC: z.string() }).parse(lookup.body);
    await expectToWork("readImage", {
      [`${publicOrigin}/images/f759ddfcc4b7d5852403e9604b0f516c-1/2000`]: seen.Doc_1_PC,
    });
    const { search } = new URL(seen.Doc_1_PC);
    for (const [id, what] of [
      ["readChecksums", "checksums"],
      ["readProof", "proof"],
      ["readSlip", "slip"],
    ] as const) {
      const published = `${publicOrigin}/published`;
      await expectToWork(id, {
        [`${published}/0197a5c2-5ff8-7e4c-9d3b-2f6f1c1b8a10/${what}`]: `${published}/${seen._id}/${what}${search}`,
      });
    }
  });
});

describe("the documentation page", () => {
  test.each(["dark", "light"])("is complete without running a script, in the %s theme", async (theme) => {
    const answer = await callerOf(api)("GET", `/api/docs?theme=${theme}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`data-theme="${theme}"`);
    expect(answer.text).not.toContain("`");
    expect(answer.text).not.toMatch(/style=|https?:\/\/(?!127\.0\.0\.9)/);
    const scripts = [...answer.text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
    const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain(`default-src 'none'; script-src ${hashes.join(" ")}; style-src 'self'`);
    expect(hashes).toHaveLength(1);
    for (const { id, summary } of calls) {
      expect(answer.text).toContain(`id="${id}"`);
      expect(answer.text).toContain(summary.replaceAll("'", "&#39;"));
    }
    for (const [, sheet = ""] of answer.text.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)) {
      const style = await callerOf(api)("GET", sheet);
      expect([sheet, style.status, style.headers.get("content-type")]).toEqual([sheet, 200, "text/css; charset=utf-8"]);
    }
  });
});
