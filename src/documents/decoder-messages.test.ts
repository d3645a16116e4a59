import { describe, expect, test } from "vitest";
import { isDecoderReport } from "./decoder-messages.ts";

const webp = Buffer.from("RIFF\x04\0\0\0WEBP", "latin1");
const page = { width: 2, height: 3, reading: webp, list: webp, placeholder: "abc" };

describe("isDecoderReport", () => {
  test.for([
    { kind: "ready" },
    { kind: "page", page },
    { kind: "done", perceptualHash: "00ff" },
    { kind: "refused", problem: "broken-file", reason: "cut off" },
  ])("accepts a report of the kind $kind", (report) => {
    expect(isDecoderReport(report)).toBe(true);
  });

  test.for([
    undefined,
    null,
    "done",
    {},
    { kind: "page" },
    { kind: "page", page: { ...page, reading: Buffer.from("<html>") } },
    { kind: "page", page: { ...page, list: "RIFF....WEBP" } },
    { kind: "page", page: { ...page, width: 0 } },
    { kind: "page", page: { ...page, height: 1.5 } },
    { kind: "page", page: { ...page, height: "2" } },
    { kind: "page", page: { ...page, placeholder: undefined } },
    { kind: "done" },
    { kind: "refused", problem: "last-admin", reason: "" },
    { kind: "refused", problem: "broken-file" },
  ])("rejects %j", (report) => {
    expect(isDecoderReport(report)).toBe(false);
  });
});
