import { describe, expect, test } from "vitest";
import { fileHash } from "./keyed-hashes.ts";
import { openKeyring } from "./keyring.ts";
import { lastFourHash, numberIndex, samePersonHash } from "./number-index.ts";
import { seal, unseal } from "./seal.ts";

/**
 * Computed once with another implementation (Python's hashlib and cryptography). A change of one value would orphan every
 * record.
 */
const secret = "test vector secret, 32 characters";
const derived = {
  wrap: "0d57330d553790ce20336070283731922bf8a933fc1b6f9a6128c7511804db5e",
  index: "6ef26d513cad9da2ddf618e504d1aa59caa094594022cd17fa6f35f314b15dff",
  link: "3825414f2f2871a3c3b08e3f3b8186488c343f322a6af907c033adf60f177dd0",
  session: "bf80c80e2d2985802ca5bf7b9ff09f6457e3b722b3e10e607e899a8c9903db32",
  lastFour: "419dfbd914fc32eac6eb2b29a2f7fddb0ebb14e68836c6319a0b8aa9f3108e39",
  samePerson: "995d5ea19e678cf82473316a35fd24de622a0289083b507fcf5f5923c48c9ebd",
  token: "c12520eb5f0f87f541586691d8e185fb1e6a8b3603031c44b2a8e9d680e039c1",
} as const;
const sealedText = "01000102030405060708090a0b94d15aec7eef15d7b57866e121da8774071173e57dfd8e04";

const { current } = openKeyring([secret]);

test("the keys of a secret match the test vectors", () => {
  expect(current.id).toBe("7c3c412f");
  for (const [name, hex] of Object.entries(derived)) {
    expect(current[name as keyof typeof derived].export().toString("hex")).toBe(hex);
  }
});

test("the index of a number matches the test vectors, and differs by kind and registry", () => {
  const index = (kind: "passport" | "ircc", registry = "My_Aust") =>
    numberIndex(current, registry, kind, "A12345678").toString("hex");
  expect(index("passport")).toBe("f6c487e42481b8eb5b76bbb79643bd84");
  expect(index("ircc")).toBe("f2efdf7558a1b22085aaf100b4a097c4");
  expect(index("passport", "Other")).not.toBe(index("passport"));
});

test("the hashes of the last four characters and of a person match the test vectors", () => {
  const lastFour = (kind: "passport" | "ircc") => lastFourHash(current, "My_Aust", kind, "A12345678").toString("hex");
  expect([lastFour("passport"), lastFour("ircc")]).toEqual(["2945dedd2cdc4bbe", "94e8e867f8323e06"]);
  const person = samePersonHash(current, "My_Aust", ["md rahim khan", "abdul khan", ""]);
  expect(person.toString("hex")).toBe("c17e2899a817fdec");
});

test("the hash of a file matches the test vector, and begins with the id of its key set", () => {
  const hash = fileHash(current, "My_Aust", "ab".repeat(32)).toString("hex");
  expect(hash).toBe("7c3c412f93f9e945494e01cf5598a07d");
});

describe("sealed text", () => {
  test("from another implementation can be opened here", () => {
    const plain = unseal(current.wrap, "candidate/1", Buffer.from(sealedText, "hex"));
    expect(plain.toString()).toBe("the text");
  });

  test("from here can be opened with the browser's cryptography", async () => {
    const sealed = seal(current.wrap, "candidate/1", Buffer.from("রহিম"));
    const key = await crypto.subtle.importKey("raw", Buffer.from(derived.wrap, "hex"), "AES-GCM", false, ["decrypt"]);
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: Uint8Array.from(sealed.subarray(1, 13)), additionalData: Buffer.from("candidate/1") },
      key,
      Uint8Array.from(sealed.subarray(13)),
    );
    expect(Buffer.from(plain).toString()).toBe("রহিম");
  });
});
