import { createPrivateKey, hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { StatementContent } from "#core/proofs/statement.ts";
import { chainHash, chainStart } from "./chain.ts";
import { keyWords } from "./key-words.ts";
import { fileHash, lastingHashKey, mailboxIndex, networkLogKey, shareCodeHash } from "./keyed-hashes.ts";
import { openKeyring } from "./keyring.ts";
import { lastFourHash, numberIndex, numberLogHash, ownValueHash, samePersonHash } from "./number-index.ts";
import { leafOf, placeInList, unsignedStatement } from "./sd-jwt.ts";
import { seal, unseal } from "./seal.ts";
import { signingKeyIn } from "./signing-keys.ts";

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
  ownValue: "12b09b256d5a0305f113c9557104366dc2594bcf3dfd8237c17c2f95970ee3a2",
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

test("the hashes of the last four characters, of a person and of own values match the test vectors", () => {
  const lastFour = (kind: "passport" | "ircc") => lastFourHash(current, "My_Aust", kind, "A12345678").toString("hex");
  expect([lastFour("passport"), lastFour("ircc")]).toEqual(["2945dedd2cdc4bbe", "94e8e867f8323e06"]);
  const person = samePersonHash(current, "My_Aust", ["md rahim khan", "abdul khan", ""]);
  expect(person.toString("hex")).toBe("c17e2899a817fdec");
  expect(ownValueHash(current, "My_Aust", "f1", " ABU  Bakr").toString("hex")).toBe("b34b91b1d99dbd13");
});

test("the hash of a file matches the test vector, and begins with the id of its key set", () => {
  const inHex = fileHash(current, "My_Aust", "ab".repeat(32)).toString("hex");
  expect(inHex).toBe("7c3c412f93f9e945494e01cf5598a07d");
});

test("the hashes of share codes, mailboxes and logs match the test vectors", () => {
  const settingsKey = Buffer.alloc(32, 7);
  const event = ["hide", 7, Buffer.of(1, 2)];
  const hashes = {
    "012d77f3ea84a2598fbe9664529033f3724efa2611cad7d9b085fc799d9de8e6": lastingHashKey(settingsKey, "audit log"),
    c52082333388f816d3cdea03bd10b7cb: shareCodeHash(settingsKey, "My_Aust", "ABC234567", "rahim"),
    "26fa95e50901d885e4037778d6ccf376": mailboxIndex(current, "My_Aust", "rahim@example.com"),
    "457cf196f8f210d71ef6b2495f718d2a": networkLogKey(current, "192.0.2.7"),
    c3a2f3157fe088ee7db79746c31f66bb: numberLogHash(current, "My_Aust", "A12345678"),
    e1b1068de63ea30920deaefc1e9efb8542072761f6231a621a312d6c774df731: chainHash(chainStart, event),
    a5b8a7cb435769cdea6f90c38f5e6c3e09f81b2cdaaddba465d410f7277076e6: chainHash(chainStart, event, settingsKey),
  };
  for (const [hex, bytes] of Object.entries(hashes)) expect(bytes.toString("hex")).toBe(hex);
});

test("the bytes of a statement, its entry in the public log and its place in a list match the test vectors", () => {
  const content: StatementContent = {
    format: 1,
    issuer: "https://agency.example",
    kid: "site",
    list: 3,
    place: 5,
    issued: 1000,
    ends: 2000,
    operator: { name: "Agency", licence: "RL 1" },
    published: "2026-03-03",
    claims: { name: "Rahim Uddin", passport_number: "A12345678", nationality: "Bangladeshi" },
    documents: [{ kind: "workPermit", pages: 1, original_sha256: ["aa"], page_sha256: ["bb"] }],
    seen: "",
    seed: "seed",
  };
  const { signingInput, disclosures } = unsignedStatement(content);
  expect(hash("sha256", signingInput)).toBe("d526e133d2ec66de9af507442e0432a7668a4371ddecd4eb1906f05a81077243");
  expect(hash("sha256", disclosures.join("~"))).toBe(
    "6c2c15d0e4c078eaf9314dc37cdea187da3b63643ba0f4377ad8cbae5406cb45",
  );
  const { nonce, entry } = leafOf(content, "published");
  expect(nonce.toString("hex")).toBe("72124c7ee96a35c45b2ee107204298639b4e73af937df21567ede5735eaa66a3");
  expect(entry.commitment.toString("hex")).toBe("cb2b2793f44906a8bce17c4f1ddd2181d1ef60bc8e4543a8400c55018a9e3a80");
  const places = [0, 1, 255, 65_535].map((at) => placeInList(Buffer.of(1, 2, 3), at));
  expect(places).toEqual([13_043, 18_614, 37_922, 9734]);
});

test("the key of RFC 8037 has the id of that RFC, and these words", () => {
  const x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  const d = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
  const privateKey = createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d, x }, format: "jwk" });
  const { publicJwk } = signingKeyIn(privateKey.export({ format: "der", type: "pkcs8" }));
  const kid = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
  expect(publicJwk).toEqual({ kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" });
  expect(keyWords(kid)).toBe("movie stone sausage fat best rebuild");
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
