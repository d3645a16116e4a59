import { describe, expect, test } from "vitest";
import { openKeyring } from "#sealing/keyring.ts";
import { fromAddress, toAddress } from "./search-in-address.ts";

const keyring = { keyring: openKeyring(["a secret that is only for this test"]) };

describe("a search in an address", () => {
  test.each(["Rahima", "রহিমা খাতুন", "o’neil"])("%j is written in plain text, and read back", (search) => {
    expect(toAddress(keyring, search)).toEqual({ search });
    expect(fromAddress(keyring, { search })).toBe(search);
  });

  test.each(["A12345678", "a 123", "৪৫", "Rahima 2"])("%j is sealed, and read back", (search) => {
    const parts = toAddress(keyring, search);
    expect(JSON.stringify(parts)).not.toContain(search);
    expect(Object.keys(parts)).toEqual(["sealed"]);
    expect(fromAddress(keyring, parts)).toBe(search);
  });

  test.each([{ search: "A12345678" }, { sealed: "A12345678" }, { sealed: "" }, {}])(
    "%j, which the site did not make, searches for nothing",
    (parts) => {
      expect(fromAddress(keyring, parts)).toBe("");
    },
  );
});
