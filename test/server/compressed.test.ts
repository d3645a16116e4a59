import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { askRaw } from "../support/ask-raw.ts";
import { startSite } from "../support/site.ts";

const { url } = await startSite();

const ask = (path: string, headers = {}, method = "GET", body = "") => askRaw(`${url}${path}`, headers, method, body);

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const browser = { "Accept-Encoding": "gzip, deflate, br, zstd" };

/** A React Router page, a lookup page, and the OpenAPI document. */
const texts = ["/report", "/", "/api/openapi.json"];

describe("text responses", () => {
  test.each(texts)("for %s use an encoding that the client accepts, and keep their content", async (path) => {
    const [plain, asBrotli, asGzip] = [
      await ask(path),
      await ask(path, browser),
      await ask(path, { "Accept-Encoding": "br;q=0, gzip" }),
    ];
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(asBrotli.headers["content-encoding"]).toBe("br");
    expect(asGzip.headers["content-encoding"]).toBe("gzip");
    expect(brotliDecompressSync(asBrotli.bytes)).toEqual(plain.bytes);
    expect(gunzipSync(asGzip.bytes)).toEqual(plain.bytes);
    expect(Number(asBrotli.headers["content-length"])).toBe(asBrotli.bytes.byteLength);
    for (const { headers } of [plain, asBrotli, asGzip]) expect(headers.vary).toContain("Accept-Encoding");
  });

  test("to a form are compressed too", async () => {
    const { status, headers, bytes } = await ask("/", { ...form, ...browser }, "POST", "number=A12345678");
    expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
    expect(brotliDecompressSync(bytes).toString()).toContain("</html>");
  });

  test("that fit into one packet are not compressed", async () => {
    const { headers, bytes } = await ask("/healthz", browser);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(bytes.toString())).toEqual({ status: "ok" });
  });

  test("to a HEAD request have the headers of the uncompressed page", async () => {
    const { status, headers, bytes } = await ask("/", browser, "HEAD");
    expect([status, headers["content-encoding"], bytes.byteLength]).toEqual([200, undefined, 0]);
  });
});

describe("pages of a signed-in user", () => {
  const cookie = { ...browser, Cookie: "language=en; attestry-session=anything" };

  test.each([{}, { "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }])(
    "are not compressed if another site may have sent the user here: %j",
    async (from) => {
      for (const path of ["/", "/report"]) {
        expect((await ask(path, { ...cookie, ...from })).headers["content-encoding"]).toBeUndefined();
      }
    },
  );

  test.each(["same-origin", "none"])("are compressed if this site or the user opened them: %s", async (site) => {
    for (const path of ["/", "/report"]) {
      expect((await ask(path, { ...cookie, "Sec-Fetch-Site": site })).headers["content-encoding"]).toBe("br");
    }
  });
});
