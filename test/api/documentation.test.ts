import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readConfig } from "#config";
import { openApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { routes } from "#server/routes.ts";
import { callerOf, serveApi } from "../support/api.ts";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";

const strict = { freeMisses: 1, maxMisses: 1000, calmMisses: 1000, forgivenMisses: 0, freeWrongNames: 5 };

test("a program that is asked for a proof of work solves it as docs/integrator/api.md shows, and gets its answer", async () => {
  const portal = await openForTest(await freshEnvironment("sqlite"), undefined, { limits: strict });
  await addTestRecord(portal, admin, { passportNumber: "A12345678" });
  await using api = await serveApi(portal);
  await callerOf(api)("GET", "/result/Z00000000");
  const refused = await callerOf(api)("GET", "/result/A12345678");
  expect([refused.status, refused.headers.get("retry-after"), refused.body]).toMatchObject([
    429,
    expect.stringMatching(/^\d+$/),
    { error: { id: "too-many-requests" }, challenge: expect.anything(), wait: expect.anything() },
  ]);
  const [, example = ""] = /```js\n(.*?)```/s.exec(await readFile("docs/integrator/api.md", "utf8")) ?? [];
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", example], {
    env: { PORTAL: api.url },
  });
  expect(JSON.parse(stdout)).toMatchObject({ id: "A12345678", Status: "Approved" });
});

test("the examples in docs/integrator/api.md all use the same key, which is a valid UPLOAD_KEY", async () => {
  const text = await readFile("docs/integrator/api.md", "utf8");
  const [, key = ""] = /^UPLOAD_KEY=(\S+) npm start$/m.exec(text) ?? [];
  expect(readConfig({ UPLOAD_KEY: key }).UPLOAD_KEY).toBe(key);
  expect(new Set(text.match(/(?<=[?&]key=)[^&'\s]+/g))).toEqual(new Set([key]));
});

test("the OpenAPI document declares Retry-After for every 429 answer", async () => {
  const answers = Object.values(openApiDocument("http://portal.example").paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => responses[429] ?? []),
  );
  expect(answers.length).toBeGreaterThan(1);
  for (const { headers } of answers) expect(headers).toMatchObject({ "Retry-After": { schema: { type: "integer" } } });
});

test("the OpenAPI document names signed statements, and every address with which they are checked", () => {
  const { info, paths } = openApiDocument("http://portal.example");
  const signed = Object.values(paths).flatMap(({ get }) =>
    get?.parameters.some(({ name }) => name === "format") ? [get.responses[200]?.content] : [],
  );
  expect(signed.length).toBeGreaterThan(0);
  for (const content of signed) expect(content).toHaveProperty(["application/dc+sd-jwt"]);
  const addresses = routes
    .filter(({ kind }) => kind === "call")
    .map(({ path }) => path.replace(":list", "{list}").replace("*", "newest/checkpoint"));
  for (const address of addresses.filter((path) => /^\/(log|\.well-known|status-lists)\//.test(path)))
    expect(info.description).toContain(`\`${address}\``);
});

test("a client that accepts a status list only as CWT is told that there is none", async () => {
  await using api = await serveApi(await openForTest(await freshEnvironment("sqlite")));
  const askFor = async (accept: string) => (await fetch(`${api.url}/status-lists/7`, { headers: { accept } })).status;
  expect(await askFor("application/statuslist+cwt")).toBe(406);
  for (const accept of ["application/statuslist+cwt, application/statuslist+jwt;q=0.5", "*/*", "text/html"])
    expect([accept, await askFor(accept)]).toEqual([accept, 404]);
});

test("a lookup after too many misses is answered with Retry-After", async () => {
  const limits = { ...strict, freeMisses: 1000, maxMisses: 1 };
  const portal = await openForTest(await freshEnvironment("sqlite"), undefined, { limits });
  await using api = await serveApi(portal);
  await callerOf(api)("GET", "/result/Z00000000");
  const { status, headers, body } = await callerOf(api)("GET", "/result/Z00000000");
  expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(body).toEqual({ error: { id: "too-many-requests", message: expect.any(String) } });
});
