import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { callerOf, cookieOf, emailOf, publicOrigin, sentRecord, type Caller, tokenOf } from "../support/api.ts";
import { contractOf } from "../support/contract.ts";
import { sendRaw, statusIn } from "../support/processes/raw-request.ts";
import { noLimits, sharedApi } from "../support/site.ts";
import { hostileLetters, hostileTexts, notAnAnswer, unseenLetters } from "./hostile-texts.ts";

const api = await sharedApi({ limits: noLimits });
const anyone = callerOf(api);
const asAdmin = callerOf(api, "admin");
const adminToken = await tokenOf(api.url, "admin");
const cookie = await cookieOf(api.url, "admin");
/** The same admin with the session cookie of a browser. */
const inBrowser: Caller = (method, path, body, headers) => anyone(method, path, body, { cookie, ...headers });

afterAll(async () => {
  expect((await anyone("GET", "/healthz")).status).toBe(200);
  expect(api.log).toEqual([expect.stringContaining("their Host is not the address of PUBLIC_URL")]);
});

const contract = contractOf(openApiDocument(publicOrigin));

const raw = (text: string) => sendRaw(api.url, text.replaceAll(/\r?\n/g, "\r\n"));

describe("a request path", () => {
  const places = [
    "/result/",
    "/ircc/",
    "/User_Data/",
    "/delete_User/",
    "/user_data/User_Hide/",
    "/user_data/Approved_or_Deny/",
    "/api/users/",
    "/user_data/admin/",
    "/user_data/instructor/",
    "/delete_User_Data/",
  ];
  const methodOf = (place: string) =>
    place.startsWith("/delete") ? "DELETE" : place.startsWith("/user") ? "PATCH" : "GET";
  const cases = places.flatMap((place) =>
    Object.entries(hostileTexts).map(([what, text]) => ({ what, place, method: methodOf(place), text })),
  );

  test.each(cases)("with $what after $place finds nothing", async ({ place, method, text }) => {
    const answer = await raw(
      `${method} ${place}${text} HTTP/1.1\nHost: localhost\nAuthorization: Bearer ${adminToken}\nConnection: close\n\n`,
    );
    // In a lookup, the rest of the path is the number. Elsewhere a semicolon is refused, because programs interpret it
    // in different ways.
    const isUnclear = text.includes(";") && !["/result/", "/ircc/"].includes(place);
    expect([text, statusIn(answer)]).toEqual([text, isUnclear ? 400 : 404]);
    expect(answer).toContain(isUnclear ? '"unclear-address"' : '"not-found"');
    expect(answer).not.toMatch(/^set-cookie/im);
    expect(answer).not.toMatch(notAnAnswer);
  });

  test.each([
    ["//result/A12345678", 400],
    ["/result//A12345678", 404],
    ["/result/../User_Data", 404],
    ["/result/./A12345678", 404],
    ["/result/A12345678/", 404],
    ["/result/", 404],
    ["/result/A12345678?name=a&name=b", 400],
    [`/result/A12345678?name=${"a".repeat(801)}`, 400],
    ["/User_Data?limit=%00", 400],
    ["/User_Data?limit=0", 400],
    ["/User_Data?limit=501", 400],
    ["/User_Data?limit=x", 400],
    ["/User_Data?limit=1&limit=2", 400],
    ["/User_Data?status=approved", 400],
    ["/User_Data?sort=id", 400],
    ["/User_Data?cursor=x", 400],
    ["/User_Data?search=%00", 400],
    ["/User_Data?search=%ED%A0%80%00", 400],
    ["/User_Data?cursor=%00", 400],
    ["/User_Data?__proto__=1&__proto__=2", 400],
    ["/User_Data?fields=x", 400],
    ["/User_Data?fields=%7B%22__proto__%22:%22x%22%7D", 400],
    ["/User_Data?fields=%7B%22f1%22:%22a%22,%22f1%22:%22b%22%7D", 400],
    ["/User_Data?sort[]=name", 200],
    ["/User_Data?sort=__proto__", 400],
    ["/Users_Infos?limit=0", 400],
    ["/Users_Infos?limit=1e2", 400],
    ["/Users_Infos?cursor=x", 400],
    ["/Users_Infos?search=%00", 400],
    ["/Users_Infos?cursor=%ED%A0%80", 400],
    ["/Users_Infos?search=a&search=b", 400],
    [`/Users_Infos?search=${"a".repeat(201)}`, 400],
    ["/Users_Infos?search=%25", 200],
    ["/Users_Infos?search='%20or%201=1--", 200],
    ["/api/users/", 404],
    ["/api/users/..", 400],
    ["/api//users/a@b.example", 400],
    ["/change-date/settings", 405],
    [`/result/${"A".repeat(20_000)}`, 431],
    ["http://evil.example/result/A12345678", 421],
    ["http://localhost/result/A12345678", 404],
    ["http://x:99999/result/A12345678", 400],
    ["/result\\A12345678", 400],
    ["/User_Data/\\..\\x", 400],
    ["*", 400],
  ])("%s is answered with status %i", async (path, status) => {
    const answer = await raw(
      `GET ${path} HTTP/1.1\nHost: localhost\nAuthorization: Bearer ${adminToken}\nConnection: close\n\n`,
    );
    expect([path.slice(0, 80), statusIn(answer)]).toEqual([path.slice(0, 80), status]);
    expect(answer).not.toMatch(notAnAnswer);
  });
});

describe("a request head", () => {
  test.each([
    ["a host of others", "GET /dates HTTP/1.1\nHost: evil.example\n\n", 421],
    [
      "a host of others, in a lookup",
      "GET /result/A12345678 HTTP/1.1\nHost: evil.example\nX-Forwarded-Host: localhost\n\n",
      421,
    ],
    ["no Host header", "GET /dates HTTP/1.1\n\n", 400],
    ["a host with a path", "GET /dates HTTP/1.1\nHost: a/b\n\n", 400],
    ["a host with a user", "GET /dates HTTP/1.1\nHost: a@b\n\n", 400],
    ["a host with spaces", "GET /dates HTTP/1.1\nHost: a b\n\n", 400],
    ["a host that is half an IP address", "GET /dates HTTP/1.1\nHost: [::1\n\n", 400],
    ["a host with NUL", "GET /dates HTTP/1.1\nHost: a\0b\n\n", 400],
    ["a head that is too long", `GET /dates HTTP/1.1\nHost: localhost\nX: ${"y".repeat(20_000)}\n\n`, 431],
    ["too many headers", `GET /dates HTTP/1.1\nHost: localhost\n${"X: y\n".repeat(4000)}\n`, 431],
    ["a malformed method", "G ET /dates HTTP/1.1\nHost: localhost\n\n", 400],
    ["an unknown method", "BREW /dates HTTP/1.1\nHost: localhost\n\n", 400],
    ["a folded header line", "GET /dates HTTP/1.1\nHost: localhost\nX: a\n b\n\n", 400],
    ["a space in a header name", "GET /dates HTTP/1.1\nHost: localhost\nX Y: a\n\n", 400],
    [
      "two different lengths",
      "POST /cofees HTTP/1.1\nHost: localhost\nContent-Length: 2\nContent-Length: 3\n\n{}",
      400,
    ],
    [
      "both a length and chunked encoding",
      "POST /cofees HTTP/1.1\nHost: localhost\nContent-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n",
      400,
    ],
    ["a negative length", "POST /cofees HTTP/1.1\nHost: localhost\nContent-Length: -1\n\n", 400],
    ["an unknown HTTP version", "GET /dates HTTP/9.9\nHost: localhost\n\n", 400],
    ["a body in a lookup", "GET /result/A12345678 HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}", 400],
  ])("with %s is refused", async (_, head, status) => {
    expect(statusIn(await raw(head))).toBe(status);
  });

  test.each([
    "Host: localhost\nHost: evil.example",
    "Host: localhost\nX-Forwarded-Host: evil.example",
    "Host: localhost\nX-Forwarded-Proto: javascript",
    "Host: localhost\nX-Forwarded-For: 1.2.3.4, %00, evil, ::ffff:zz",
    "Host: localhost\nForwarded: for=evil;host=evil.example",
    "Host: localhost\nX-Original-URL: /User_Data",
    "Host: localhost\nX-Rewrite-URL: /User_Data",
    "Host: localhost\nX-HTTP-Method-Override: DELETE",
    "Host: localhost\nProof-Of-Work: e30=",
    "Host: localhost\nProof-Of-Work: \xFF\xFE",
    `Host: localhost\nWait-Ticket: ${"A".repeat(5000)}`,
  ])("with %j is answered as without it", async (head) => {
    const answer = await raw(`GET /dates HTTP/1.1\n${head}\nConnection: close\n\n`);
    expect(statusIn(answer)).toBe(200);
    expect(answer).not.toContain("evil");
    expect(statusIn(await raw(`GET /result/A12345678 HTTP/1.1\n${head}\nConnection: close\n\n`))).toBe(404);
  });

  test.each(["", " ", "a b", "\u00E9", "x".repeat(256)])("with Idempotency-Key %j is refused", async (key) => {
    const { status, body } = await asAdmin("POST", "/cofees", sentRecord(), { "idempotency-key": key });
    expect([status, body]).toMatchObject([400, { error: { fields: { "Idempotency-Key": expect.any(String) } } }]);
  });

  test.each(["1", '"1', "W/1", '"1" "2"', '"1", *', '"1", 2', 'w/"1"', '"1 "', ",", "''", "**", "\u00E9"])(
    "with If-Match %j is refused",
    async (etag) => {
      const { status, body } = await asAdmin("PATCH", "/user_data/User_Hide/x", undefined, { "if-match": etag });
      expect([status, body]).toMatchObject([400, { error: { fields: { "If-Match": expect.any(String) } } }]);
    },
  );
});

describe("a request body", () => {
  const fields = ["id", "IRCC_Num", "name", "F_name", "M_name", "Po_address", "nationality", "P_url", "Doc_189_PC"];
  const cases = fields.flatMap((field) =>
    Object.entries(hostileLetters).map(([what, value]) => ({ field, what, value })),
  );

  test.each(cases)("with $what as $field is refused with an error for that field", async ({ field, value }) => {
    const { status, body, text } = await asAdmin("POST", "/cofees", sentRecord({ [field]: value }));
    expect([status, body]).toMatchObject([400, { error: { id: "invalid", fields: { [field]: expect.any(String) } } }]);
    expect(text).not.toMatch(notAnAnswer);
  });

  test.each(Object.entries(unseenLetters))("with %s in a name is stored without that character", async (_, letter) => {
    const sent = sentRecord({ name: `${letter}Rahim ${letter}Uddin${letter}` });
    expect((await asAdmin("POST", "/cofees", sent)).status).toBe(201);
    const { body } = await anyone("GET", `/result/${String(sent["id"])}`);
    expect(body).toMatchObject({ name: "Rahim Uddin" });
  });

  const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
  const whole = JSON.stringify(sentRecord());

  test.each([
    ["empty", "", 400],
    ["plain text", "hello", 400],
    ["cut off", whole.slice(0, -5), 400],
    ["two JSON documents", whole + whole, 400],
    ["an array", `[${whole}]`, 400],
    ["null", "null", 400],
    ["a number", "1", 400],
    ["a string in JSON", '"x"', 400],
    ["a deeply nested array", deep("[", "]", 15_000), 400],
    ["a deeply nested object", deep('{"a":', "}", 9000).replace(":}", ":1}"), 400],
    ["an object with a field twice", '{"id":"A12345678","id":"B12345678"}', 400],
    ["an object with a field twice, once escaped", '{"id":"A12345678","\\u0069d":"B12345678"}', 400],
    ["an object with a nested field twice", '{"a":{"b":1,"b":2}}', 400],
    ["an object with the key __proto__", '{"__proto__":{"role":"admin"}}', 400],
    ["an object with the key __proto__, escaped", '{"__pr\\u006fto__":{"role":"admin"}}', 400],
    ["an object with a nested key __proto__", '{"a":{"__proto__":{}}}', 400],
    ["an object with only the key constructor", '{"constructor":{"prototype":{"role":"admin"}}}', 400],
    ["an object with a number that is too large", '{"id":1e999}', 400],
    ["an object with NaN", '{"id":NaN}', 400],
    ["JSON with a comment", `${whole}//`, 400],
    ["JSON with a trailing comma", whole.replace("}", ",}"), 400],
    ["70 kB large", JSON.stringify(sentRecord({ name: "A".repeat(70_000) })), 413],
    ["10 MB large", JSON.stringify(sentRecord({ name: "A".repeat(10_000_000) })), 413],
    ["10 MB of spaces", " ".repeat(10_000_000), 413],
  ])("that is %s is refused", async (_, body, status) => {
    for (const [method, path, caller] of [
      ["POST", "/cofees", asAdmin],
      ["PUT", "/User_Data/{id}", asAdmin],
      ["PATCH", "/change-date/{settingsId}", asAdmin],
      ["POST", "/api/users", asAdmin],
      ["POST", "/jwt", inBrowser],
    ] as const) {
      const answer = await caller(method, path.replaceAll(/\{\w+\}/g, "settings"), body);
      expect([method, answer.status]).toEqual([method, status]);
      expect(contract.complaint(method, path, answer.status, answer.body)).toBe("");
    }
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "text/json",
    "",
    "application/xml",
    "image/png",
  ])("with the content type %j is refused", async (type) => {
    for (const path of ["/cofees", "/api/users", "/jwt"]) {
      const answer = await inBrowser("POST", path, whole, { "content-type": type });
      expect([path, answer.status, answer.body]).toMatchObject([path, 415, { error: { id: "unsupported-type" } }]);
    }
  });

  test.each([
    ["bytes that are not UTF-8", Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])],
    ["UTF-16", Buffer.from(whole, "utf16le")],
    ["gzip", Buffer.from("1f8b0800000000000003", "hex")],
  ])("that consists of %s is refused", async (_, bytes) => {
    const answer = await fetch(`${api.url}/cofees`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: bytes,
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { fields: { body: expect.any(String) } } },
    ]);
  });

  test("that is sent in endless chunks is cut off with status 413", async () => {
    // On a connection of its own: fetch would send the next request on the same connection, which is reset.
    const sending = request(`${api.url}/cofees`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      agent: false,
    });
    sending.on("error", () => undefined);
    const endless = Readable.from(
      (function* spaces() {
        for (;;) yield Buffer.alloc(16_384, " ");
      })(),
    );
    endless.pipe(sending);
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    expect([answer.statusCode, await json(answer)]).toMatchObject([413, { error: { id: "too-large" } }]);
    endless.destroy();
    sending.destroy();
  });
});

describe("account data", () => {
  const ofAccounts = [
    ["/jwt", "email"],
    ["/api/users", "email"],
    ["/api/users", "name"],
    ["/api/users", "photoURL"],
  ] as const;
  const accountCases = ofAccounts.flatMap(([path, field]) =>
    Object.entries(hostileLetters)
      // Means no photo.
      .filter(([, value]) => field !== "photoURL" || value !== null)
      .map(([what, value]) => ({ path, field, what, value })),
  );
  const others = [
    { path: "/jwt", field: "email", what: "half an address", value: "admin" },
    { path: "/jwt", field: "email", what: "nothing", value: undefined },
    { path: "/api/users", field: "name", what: "nothing", value: undefined },
  ];

  test.each([...accountCases, ...others])(
    "with $what as $field of $path is refused with an error for that field",
    async (sent) => {
      const { path, field, value } = sent;
      const profile = path === "/jwt" ? {} : { name: "Amina Rahman", email: emailOf("admin") };
      const { status, body, text } = await inBrowser("POST", path, { ...profile, [field]: value });
      expect([status, body]).toMatchObject([
        400,
        { error: { id: "invalid", fields: { [field]: expect.any(String) } } },
      ]);
      expect(text).not.toMatch(notAnAnswer);
    },
  );

  test.each([
    "http://photos.example/a.jpg",
    "javascript:alert(1)",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "//photos.example/a.jpg",
    "https://",
    "https:///a.jpg",
    "https://photos.example/a b.jpg",
    'https://photos.example/"onerror=alert(1)',
    "https://user:secret@photos.example/a.jpg",
    "file:///etc/passwd",
    " ",
    `https://photos.example/${"a".repeat(3000)}`,
  ])("with the photo URL %j is refused", async (photoURL) => {
    const { status, body } = await inBrowser("POST", "/api/users", { name: "Amina Rahman", photoURL });
    expect([status, body]).toMatchObject([400, { error: { fields: { photoURL: expect.any(String) } } }]);
  });
});
