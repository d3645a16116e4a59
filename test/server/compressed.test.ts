import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { startSite } from "../support/site.ts";

const { url } = await startSite();

type Raw = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer };

/** As it comes over the wire; fetch would unpack it. */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET", body = ""): Promise<Raw> {
  const asking = request(`${url}${path}`, { method, headers });
  asking.end(body);
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const browser = { "Accept-Encoding": "gzip, deflate, br, zstd" };

/** A page of React Router, a lookup page and a document of the API. */
const texts = ["/report", "/", "/api/openapi.json"];

describe("texts", () => {
  test.each(texts)("%s comes in the encoding that the client takes, with the same content", async (path) => {
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

  test("an answer to a form is compressed as well", async () => {
    const { status, headers, bytes } = await ask("/", { ...form, ...browser }, "POST", "number=A12345678");
    expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
    expect(brotliDecompressSync(bytes).toString()).toContain("</html>");
  });

  test("what fits into a packet stays as it is, whole", async () => {
    const { headers, bytes } = await ask("/healthz", browser);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(bytes.toString())).toEqual({ status: "ok" });
  });

  test("who asks for the head alone gets the head of the plain text", async () => {
    const { status, headers, bytes } = await ask("/", browser, "HEAD");
    expect([status, headers["content-encoding"], bytes.byteLength]).toEqual([200, undefined, 0]);
  });
});

describe("pages of who is signed in", () => {
  const cookie = { ...browser, Cookie: "language=en; attestry-session=anything" };

  test.each([{}, { "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }])(
    "are not compressed when another site may have led here: %j",
    async (from) => {
      for (const path of ["/", "/report"]) {
        expect((await ask(path, { ...cookie, ...from })).headers["content-encoding"]).toBeUndefined();
      }
    },
  );

  test.each(["same-origin", "none"])("are when they asked themselves: %s", async (site) => {
    for (const path of ["/", "/report"]) {
      expect((await ask(path, { ...cookie, "Sec-Fetch-Site": site })).headers["content-encoding"]).toBe("br");
    }
  });
});
