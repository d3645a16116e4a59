import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { zip } from "#test/support/zip.ts";
import { openZip } from "./open-zip.ts";

const limits = {
  entries: 3,
  bytes: 3_000_000,
  ratio: 200,
  tooLarge: "archive-too-large",
  broken: "broken-archive",
} as const;
const zeros = Buffer.alloc(2_000_000);
const file = { name: "A1234567 visa.jpg", content: "a" };

describe("openZip refuses", () => {
  test.each([
    ["a zip bomb", [{ name: "b", content: zeros }], "unsafe-archive"],
    ["a zip bomb that claims to be empty", [{ name: "b", content: zeros, claims: 0 }], "unsafe-archive"],
    ["overlapping entries", [file, { name: "b", content: "a", over: 0 }], "unsafe-archive"],
    ["two entries with the same name", [file, file], "unsafe-archive"],
    ["a path that leads out of the archive", [{ name: "a/../../b", content: "a" }], "unsafe-archive"],
    ["an absolute path", [{ name: "/etc/passwd", content: "a" }], "unsafe-archive"],
    ["a path with a drive letter", [{ name: "C:/windows/a", content: "a" }], "unsafe-archive"],
    ["a path with backslashes", [{ name: "..\\a", content: "a" }], "unsafe-archive"],
    ["a name with a terminal control character", [{ name: "a\u001b[2J", content: "a" }], "unsafe-archive"],
    ["a name that is too long", [{ name: "a/".repeat(501), content: "a" }], "unsafe-archive"],
    ["a symlink", [{ name: "a", content: "/etc/passwd", isLink: true }], "unsafe-archive"],
    ["an encrypted entry", [{ ...file, isEncrypted: true }], "locked-archive"],
    ["too many entries", Array.from({ length: 4 }, (_, at) => ({ name: `${at}` })), "archive-too-large"],
    ["entries that are too large in total", [1, 2].map((at) => ({ name: `${at}`, claims: 1_600_000, content: zeros.subarray(0, 9) })), "archive-too-large"], // prettier-ignore
  ] as const)("%s", async (_, entries, id) => {
    await expect(openZip(zip(entries), limits)).rejects.toMatchObject({ id });
  });

  test.each([
    ["a file that is no ZIP archive", Buffer.from("Rar!")],
    ["a truncated archive", zip([file]).subarray(0, 60)],
  ])("%s", async (_, bytes) => {
    await expect(openZip(bytes, limits)).rejects.toMatchObject({ id: "broken-archive" });
  });
});

test.each([
  ["a name in UTF-8 without the UTF-8 flag", Buffer.from("ভিসা.jpg"), "ভিসা.jpg"],
  ["a name in CP437", Buffer.from("J\x94rg M\x81ller visa.jpg", "latin1"), "Jörg Müller visa.jpg"],
  ["a name in Windows-1252", Buffer.from("Jos\xe9 visa.jpg", "latin1"), "José visa.jpg"],
  ["a name with a folder", Buffer.from("A1234567/visa.jpg"), "A1234567/visa.jpg"],
])("openZip reads %s", async (_, name, read) => {
  const [entry] = await openZip(zip([{ name, content: "what is in it" }]), limits);
  expect([entry?.name, await text((await entry?.read()) ?? Readable.from([]))]).toEqual([read, "what is in it"]);
});
