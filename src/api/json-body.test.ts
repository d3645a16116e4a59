import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonBody } from "./json-body.ts";

const read = (body: string | Uint8Array) =>
  jsonBody(new Request("http://site.example", { method: "POST", body: body as BodyInit }));
const refusal = expect.objectContaining({ id: "invalid", fields: { body: "not-json" } });

describe("a JSON body", () => {
  test("is the object that was sent", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), async (sent) => {
        // A property of that name cannot be written as JSON by JavaScript.
        fc.pre(!JSON.stringify(sent).includes("__proto__"));
        expect(await read(JSON.stringify(sent))).toEqual(JSON.parse(JSON.stringify(sent)));
      }),
    );
  });

  test.each([
    ["the same name in two objects", '{"a":{"n":1},"b":{"n":2},"c":[{"n":3},{"n":4}]}'],
    ["the same text as name and value", '{"a":"a","b":"a"}'],
    ["signs of JSON inside of text", '{"a":"{\\"b\\":1,\\"b\\":2}","c":"\\\\"}'],
    ["white space", ' {\n\t"a" : 1 } '],
  ])("may hold %s", async (_, text) => {
    expect(await read(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ["nothing", ""],
    ["half of it", '{"a":1'],
    ["a list", "[]"],
    ["text", '"a"'],
    ["null", "null"],
    ["two of them", '{"a":1}{"a":1}'],
    ["a name twice", '{"a":1,"a":2}'],
    ["a name twice, spelt in two ways", '{"a":1,"\\u0061":2}'],
    ["a name twice further in", '{"x":[{"a":1,"a":2}]}'],
    ["__proto__", '{"__proto__":{"role":"admin"}}'],
    ["__proto__, spelt in another way", '{"x":{"__pr\\u006fto__":1}}'],
    ["something deep", `{"a":${"[".repeat(20)}${"]".repeat(20)}}`],
    ["something deeper", `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
    ["a form", "email=a%40b.example"],
  ])("is not %s", async (_, text) => {
    await expect(read(text)).rejects.toEqual(refusal);
  });

  test("is UTF-8", async () => {
    await expect(read(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).rejects.toEqual(refusal);
  });
});
