import fc from "fast-check";
import { expect, test } from "vitest";
import { calls } from "../../src/api/calls.ts";
import { openApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { callerOf, cookieOf, emailOf, publicOrigin, sentRecord } from "../support/api.ts";
import { contractOf } from "../support/contract.ts";
import { noLimits, sharedApi } from "../support/site.ts";
import { notAnAnswer } from "./hostile-texts.ts";

const api = await sharedApi({ limits: noLimits });
const contract = contractOf(openApiDocument(publicOrigin));

const known = calls.filter(({ takes }) => takes === undefined);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "\0",
    "\uD800",
    "A12345678",
    "..",
    "'; drop table candidate; --",
    "settings",
    ...["student", "moderator", "admin"].map(emailOf),
  ),
);
const segment = text.filter((part) => part.isWellFormed() && !["", ".", ".."].includes(part));
const fieldNames = fc.oneof(
  fc.constantFrom(..."id IRCC_Num name F_name Po_address P_url Doc_1_PC dateValue Status email photoURL".split(" ")),
  text,
);

/** A call, its caller, and everything that can be sent with it. */
const generatedRequests = fc.record({
  call: fc.constantFrom(...known),
  who: fc.constantFrom("nobody", "student", "moderator", "admin"),
  segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
  query: fc.dictionary(
    fc.oneof(fc.constantFrom("limit", "cursor", "search", "status", "hidden", "sort", "name"), text),
    text.filter((value) => value.isWellFormed()),
    { maxKeys: 3 },
  ),
  ifMatch: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: undefined }),
  body: fc.oneof(
    fc
      .dictionary(fieldNames, fc.oneof(text, fc.jsonValue({ maxDepth: 3 })), { maxKeys: 12 })
      .map((value) => JSON.stringify(value)),
    fc.constant(null).map(() => JSON.stringify(sentRecord())),
    fc.constantFrom("student", "moderator", "admin").map((who) => JSON.stringify({ name: who, email: emailOf(who) })),
    fc.json(),
    text,
  ),
});
/** Valid requests for some calls: random requests hardly ever succeed there. */
const wellMade = known
  .filter(({ id }) => ["makeToken", "writeOwnProfile", "readRole", "listAccounts"].includes(id))
  .map((call) => {
    const email = emailOf("admin");
    const body = JSON.stringify({ name: "admin", email });
    return { call, who: "admin" as const, segments: [email, email], query: {}, ifMatch: undefined, body };
  });
// Sampled once before any connection is open: the first sample takes seconds on a busy machine, and idle connections
// are closed within that time.
fc.sample(generatedRequests, 1);

test("every request generated from the document is answered as documented", { timeout: 240_000 }, async () => {
  const seen = new Map<number, number>();
  const well = new Set<string>();
  const cookieHeader = async (who: string) => (who === "nobody" ? {} : { cookie: await cookieOf(api.url, who) });
  await fc.assert(
    fc.asyncProperty(generatedRequests, async ({ call, who, segments, query, ifMatch, body }) => {
      let part = 0;
      const path = call.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(segments[part++] ?? ""));
      const names = Object.entries(query).filter(([name]) => name.isWellFormed());
      const answer = await callerOf(api, who)(
        call.method.toUpperCase(),
        `${path}?${new URLSearchParams(names).toString()}`,
        call.method === "get" ? undefined : body,
        { ...(ifMatch !== undefined && { "if-match": ifMatch }), ...(await cookieHeader(who)) },
      );
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      if (answer.status < 300) well.add(call.id);
      expect(answer.status).toBeLessThan(500);
      expect(contract.complaint(call.method, call.path, answer.status, answer.body)).toBe("");
      expect(answer.text).not.toMatch(call.gives ? /never/ : notAnAnswer);
    }),
    { numRuns: 1500, examples: wellMade.map((request): [typeof request] => [request]) },
  );
  expect(api.log).toEqual([]);
  // All these statuses must occur, which shows that some requests pass the first check.
  for (const status of [200, 201, 400, 401, 403, 404]) expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0]);
  for (const { call } of wellMade) expect(well).toContain(call.id);
  expect(wellMade).toHaveLength(4);
});
