import { hash } from "node:crypto";
import { base64url, UnsecuredJWT, SignJWT } from "jose";
import { describe, expect } from "vitest";
import { freezeHolder, giveBackPage } from "#operations/holders/frozen-page.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { bindByCard, closeHolderPage, readHolderPage } from "#operations/holders/holder-page.ts";
import {
  issueCredential,
  metadataForWallets,
  newNonce,
  offerCredential,
  takeOffer,
} from "#operations/holders/wallet.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { sealToken } from "#sealing/token.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { admin } from "../support/accounts/people.ts";
import { cardForm, freshClient, holderOf } from "../support/holders.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { changeOperator } from "../support/operator.ts";
import { declare, ownField } from "../support/own-fields.ts";
import { addTestRecord } from "../support/records.ts";
import { checkStatement, doesStand, savedStatement } from "../support/statements.ts";
import { formFor, requestWith, TestWallet } from "../support/wallet.ts";

const minute = 60_000;
type Engine = (typeof engines)[number];

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("record", ({ portal }) => addTestRecord(portal, admin))
    .extend("opened", async ({ portal, record }) => (await holderOf(portal, record)).opened)
    .extend("wallet", () => TestWallet.make());

type Opened = Parameters<typeof offerCredential>[1];
type Form = ReturnType<typeof formFor>;

const offered = async (portal: Portal, opened: Opened) => formFor(await offerCredential(portal, opened));
const tokenFor = async (portal: Portal, opened: Opened) =>
  (await takeOffer(portal, await offered(portal, opened))).access_token;
/** The same form with another transaction code: the next number. */
const wrongly = (form: Form, by = 1): Form => ({
  ...form,
  tx_code: String((Number(form.tx_code) + by) % 1_000_000).padStart(6, "0"),
});
const withCode = (form: Form, code: string): Form => ({ ...form, "pre-authorized_code": code });
const nonceOf = (portal: Portal) => newNonce(portal).c_nonce;

describe.each(engines)("a wallet on %s", (engine) => {
  const test = testWith(engine);

  test("gets the statement, bound to its key, and it ends with the record", async ({
    portal,
    record,
    opened,
    wallet,
  }) => {
    const credential = await wallet.takes(portal, opened);
    const { header, payload, stands } = await checkStatement(portal, credential);
    expect(header).toMatchObject({ typ: "dc+sd-jwt", alg: "ES256" });
    expect(payload).toMatchObject({
      name: record.name,
      passport_number: record.passportNumber,
      cnf: { jwk: wallet.publicJwk },
    });
    expect(stands).toBe(true);
    const saved = (await savedStatement(portal, record.id)) ?? "";
    expect((await checkStatement(portal, saved)).payload["status"]).toEqual(payload["status"]);
    expect((await readHolderPage(portal, opened))?.walletAt).toBeCloseTo(portal.now(), -4);
    expect((await auditTrail(portal, admin, "candidate", record.id)).map(({ action }) => action)).toContain(
      "holder-credential-issued",
    );
    await hideRecord(portal, admin, { id: record.id });
    await unhideRecord(portal, admin, { id: record.id });
    expect(await doesStand(portal, credential)).toBe(false);
    expect(await doesStand(portal, (await savedStatement(portal, record.id)) ?? "")).toBe(true);
  });

  test("that is the first of ten to take an offer gets it alone", async ({ portal, opened }) => {
    const form = await offered(portal, opened);
    const taken = await Promise.allSettled(Array.from({ length: 10 }, () => takeOffer(portal, form)));
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const token = await tokenFor(portal, opened);
    const wallets = await Promise.all(Array.from({ length: 5 }, () => TestWallet.make()));
    const proofs = wallets.map((one) => one.proof(portal.publicOrigin, nonceOf(portal)));
    const issued = await Promise.allSettled(
      proofs.map(async (proof) => issueCredential(portal, token, requestWith(await proof))),
    );
    expect(issued.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("has five tries for the code of an offer, at two processes at once too, and the sixth ends it", async ({
    portal,
    there,
    opened,
  }) => {
    const guess = async (form: Form, most: number) => {
      const tries = Array.from({ length: most }, (_, at) => takeOffer(at % 2 ? there : portal, wrongly(form, at + 1)));
      const refused = { status: "rejected", reason: expect.objectContaining({ code: "invalid_grant" }) };
      expect(await Promise.allSettled(tries)).toEqual(tries.map(() => refused));
    };
    const [first, other] = [await offered(portal, opened), await offered(portal, (await anotherHolder(portal)).opened)];
    await guess(first, 4);
    expect(await takeOffer(there, first)).toMatchObject({ token_type: "Bearer" });
    await guess(other, 5);
    await expect(takeOffer(portal, other)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(takeOffer(later(there, 9 * minute), other)).rejects.toMatchObject({ code: "invalid_grant" });
  });
});

const anotherHolder = async (portal: Portal) => holderOf(portal, await addTestRecord(portal, admin));

describe("a wallet", () => {
  const test = testWith("sqlite");

  test("shows every claim under a name, and the operator's as written by the operator", async ({ portal }) => {
    await changeOperator(portal, { name: "Padma Overseas" });
    await declare(portal, ownField("f1", "Kafeel", { audience: "visitors" }));
    const { credential_configurations_supported: configurations } = await metadataForWallets(portal);
    const [configuration] = Object.values(configurations);
    const names = configuration?.credential_metadata.claims.map(
      ({ path, display }) => `${path.join()}: ${display.find(({ locale }) => locale === "en")?.name}`,
    );
    expect(names).toEqual([
      "name: Candidate name",
      "passport_number: Passport number",
      "ircc_number: IRCC number",
      "nationality: Nationality",
      "f1: Kafeel (Written by Padma Overseas)",
    ]);
  });

  test("is offered nothing by a closed page, of a hidden record, or more than twenty times a day", async ({
    portal,
    record,
    opened,
  }) => {
    for (let made = 0; made < 20; made += 1) await offerCredential(portal, opened);
    await expect(offerCredential(portal, opened)).rejects.toMatchObject({ id: "too-many-requests" });
    const tomorrow = later(portal, 25 * 60 * minute);
    await expect(offerCredential(tomorrow, opened)).rejects.toMatchObject({ id: "not-found" });
    await hideRecord(portal, admin, { id: record.id });
    await expect(offerCredential(portal, opened)).rejects.toMatchObject({ id: "not-found" });
    await closeHolderPage(portal, opened);
    await expect(offerCredential(portal, opened)).rejects.toMatchObject({ id: "not-found" });
  });

  const refusedOffers: Record<string, (portal: Portal, opened: Opened) => Promise<[Portal, object]>> = {
    "was taken before": async (portal, opened) => {
      const form = await offered(portal, opened);
      await takeOffer(portal, form);
      return [portal, form];
    },
    "is spelt in another way after it was taken": async (portal, opened) => {
      const form = await offered(portal, opened);
      await takeOffer(portal, form);
      return [portal, withCode(form, `${form["pre-authorized_code"]}=`)];
    },
    "is over": async (portal, opened) => [later(portal, 10 * minute), await offered(portal, opened)],
    "was altered": async (portal, opened) => {
      const form = await offered(portal, opened);
      return [portal, withCode(form, form["pre-authorized_code"].replace(/.{4}$/, "AAAA"))];
    },
    "is a nonce": async (portal, opened) => [portal, withCode(await offered(portal, opened), nonceOf(portal))],
    "is an access token": async (portal, opened) => [
      portal,
      withCode(await offered(portal, opened), await tokenFor(portal, opened)),
    ],
    "has another code": async (portal, opened) => [portal, wrongly(await offered(portal, opened))],
    "was made by version 1.0, without a code": async (portal, opened) => {
      const { keyring } = portal;
      const until = portal.now() + minute;
      const old = sealToken(keyring, "wallet-offer", { id: "old", holder: opened.id, until });
      return [portal, { ...withCode(await offered(portal, opened), old), tx_code: " " }];
    },
  };
  test.for(Object.entries(refusedOffers))(
    "gets no access token for an offer that %s",
    async ([, make], { portal, opened }) => {
      const [at, form] = await make(portal, opened);
      await expect(takeOffer(at, { ...form })).rejects.toMatchObject({ code: "invalid_grant" });
    },
  );

  test("that sends too little is told so, and has used up no try", async ({ portal, opened }) => {
    const form = await offered(portal, opened);
    const { tx_code: txCode, ...withoutTxCode } = form;
    const { grant_type } = form;
    for (const sent of [
      {},
      { grant_type },
      { grant_type, tx_code: txCode },
      ...Array.from({ length: 6 }, () => withoutTxCode),
    ])
      await expect(takeOffer(portal, sent)).rejects.toMatchObject({ code: "invalid_request" });
    const typed = [...txCode].map((digit) => "০১২৩৪৫৬৭৮৯"[Number(digit)]).join(" ");
    expect(await takeOffer(portal, { ...form, tx_code: typed })).toMatchObject({ token_type: "Bearer" });
  });

  test("has no more tries with several offers, and right codes use up none", async ({ portal, opened }) => {
    for (let taken = 0; taken < 7; taken += 1) await tokenFor(portal, opened);
    const forms = await Promise.all(Array.from({ length: 5 }, () => offered(portal, opened)));
    expect(new Set(forms.map((form) => form.tx_code)).size).toBeGreaterThan(1);
    const tries = await Promise.allSettled(forms.map((form) => takeOffer(portal, wrongly(form))));
    expect(tries.filter(({ status }) => status === "fulfilled")).toEqual([]);
    for (const form of forms) await expect(takeOffer(portal, form)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(offerCredential(portal, opened)).rejects.toMatchObject({ id: "wrong-wallet-codes" });
  });

  test("stores no nonce after nonce with one access token", async ({ portal, opened, wallet }) => {
    const token = await tokenFor(portal, opened);
    const proofs = await Promise.all(
      Array.from({ length: 61 }, () => wallet.proof(portal.publicOrigin, nonceOf(portal))),
    );
    const sent = await Promise.allSettled(
      proofs.map(async (proof) => issueCredential(portal, token, requestWith(proof))),
    );
    expect(sent).toContainEqual({
      status: "rejected",
      reason: expect.objectContaining({ id: "too-many-requests" }),
    });
  });

  test("gets nothing of a page that is frozen", async ({ portal, record, opened, wallet }) => {
    const token = await tokenFor(portal, opened);
    await freezeHolder(portal, admin, record, { reason: "The wrong person" });
    await expect(offerCredential(portal, opened)).rejects.toMatchObject({ id: "page-frozen" });
    const request = requestWith(await wallet.proof(portal.publicOrigin, nonceOf(portal)));
    await expect(issueCredential(portal, token, request)).rejects.toMatchObject({ code: "credential_request_denied" });
  });

  test("loses its copy if the page is frozen or another person gets it, and visitors see the record as before", async ({
    portal,
    record,
    opened,
    wallet,
  }) => {
    const isLost = async (copy: string) => {
      const saved = (await savedStatement(portal, record.id)) ?? "";
      return !(await doesStand(portal, copy)) && (await doesStand(portal, saved));
    };
    const copy = await wallet.takes(portal, opened);
    expect(await isLost(copy)).toBe(false);
    await freezeHolder(portal, admin, record, { reason: "The wrong person" });
    expect(await isLost(copy)).toBe(true);
    await giveBackPage(portal, admin, record);
    const second = await wallet.takes(portal, opened);
    const card = (await offerHolderLink(portal, admin, record, { reason: "Lost phone" })) ?? "";
    expect(await isLost(second)).toBe(false);
    await bindByCard(later(portal, 4 * 24 * 60 * minute), cardForm(card), freshClient());
    expect(await doesStand(portal, second)).toBe(false);
  });

  test("gets nothing of a record that is hidden or gone", async ({ portal, record, opened, wallet }) => {
    const [form, token] = [await offered(portal, opened), await tokenFor(portal, opened)];
    const proof = async () => requestWith(await wallet.proof(portal.publicOrigin, nonceOf(portal)));
    await hideRecord(portal, admin, { id: record.id });
    await expect(issueCredential(portal, token, await proof())).rejects.toMatchObject({
      code: "credential_request_denied",
    });
    await deleteRecord(portal, admin, { id: record.id });
    await expect(takeOffer(portal, form)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(issueCredential(portal, token, await proof())).rejects.toMatchObject({
      code: "credential_request_denied",
    });
  });

  const wrongProofs: Record<string, [string, (portal: Portal, wallet: TestWallet) => Promise<string> | string]> = {
    "for another site": ["invalid_proof", (portal, wallet) => wallet.proof("https://clone.example", nonceOf(portal))],
    "for this site and another one": [
      "invalid_proof",
      (portal, wallet) =>
        wallet.proof("", nonceOf(portal), { payload: { aud: [portal.publicOrigin, "https://clone.example"] } }),
    ],
    "without a nonce": [
      "invalid_proof",
      ({ publicOrigin }, wallet) => wallet.proof(publicOrigin, "", { payload: { nonce: undefined } }),
    ],
    "with a nonce of its own": [
      "invalid_nonce",
      ({ publicOrigin }, wallet) => wallet.proof(publicOrigin, "AAAAAAAAAAAAAAAA"),
    ],
    "with an old nonce": [
      "invalid_nonce",
      (portal, wallet) => wallet.proof(portal.publicOrigin, nonceOf(later(portal, -5 * minute))),
    ],
    "with a used nonce": [
      "invalid_nonce",
      async (portal, wallet) => {
        const nonce = nonceOf(portal);
        const other = await addTestRecord(portal, admin);
        const { opened } = await holderOf(portal, other);
        const proof = await wallet.proof(portal.publicOrigin, nonce);
        await issueCredential(portal, await tokenFor(portal, opened), requestWith(proof));
        return proof;
      },
    ],
    "of another day": [
      "invalid_proof",
      (portal, wallet) => wallet.proof(portal.publicOrigin, nonceOf(portal), { payload: { iat: 1_700_000_000 } }),
    ],
    "of another type": [
      "invalid_proof",
      (portal, wallet) => wallet.proof(portal.publicOrigin, nonceOf(portal), { header: { typ: "kb+jwt" } }),
    ],
    "with a critical extension": [
      "invalid_proof",
      (portal, wallet) => wallet.proof(portal.publicOrigin, nonceOf(portal), { header: { crit: ["x"], x: 1 } }),
    ],
    "with the key of somebody else": [
      "invalid_proof",
      async (portal, wallet) => {
        const { publicJwk } = await TestWallet.make();
        return wallet.proof(portal.publicOrigin, nonceOf(portal), { header: { jwk: publicJwk } });
      },
    ],
    "whose key is no point of the curve": [
      "invalid_proof",
      (portal, wallet) => {
        const jwk = { ...wallet.publicJwk, x: "A".repeat(43) };
        return wallet.proof(portal.publicOrigin, nonceOf(portal), { header: { jwk } });
      },
    ],
    "without a key": [
      "invalid_proof",
      (portal, wallet) => wallet.proof(portal.publicOrigin, nonceOf(portal), { header: { jwk: undefined } }),
    ],
    "without a signature": [
      "invalid_proof",
      (portal, { publicJwk }) => unsigned({ aud: portal.publicOrigin, nonce: nonceOf(portal) }, publicJwk),
    ],
    "signed with its public key as a secret": [
      "invalid_proof",
      (portal, { publicJwk: jwk }) =>
        new SignJWT({ aud: portal.publicOrigin, nonce: nonceOf(portal), iat: Math.floor(portal.now() / 1000) })
          .setProtectedHeader({ alg: "HS256", typ: "openid4vci-proof+jwt", jwk })
          .sign(hash("sha256", JSON.stringify(jwk), "buffer")),
    ],
  };
  test.for(Object.entries(wrongProofs))(
    "is refused with a proof %s, and gets it with a right one",
    async ([, [code, make]], { portal, opened, wallet }) => {
      const token = await tokenFor(portal, opened);
      const wrong = requestWith(await make(portal, wallet));
      await expect(issueCredential(portal, token, wrong)).rejects.toMatchObject({ code });
      const right = requestWith(await wallet.proof(portal.publicOrigin, nonceOf(portal)));
      expect((await issueCredential(portal, token, right)).credentials).toHaveLength(1);
      await expect(
        issueCredential(portal, token, requestWith(await wallet.proof(portal.publicOrigin, nonceOf(portal)))),
      ).rejects.toMatchObject({ code: "invalid_token" });
    },
  );

  test("is refused with a wrong request, and does not learn the record of another page", async ({
    portal,
    opened,
    wallet,
  }) => {
    const token = await tokenFor(portal, opened);
    const proof = await wallet.proof(portal.publicOrigin, nonceOf(portal));
    for (const [request, code] of [
      [null, "invalid_credential_request"],
      [{}, "invalid_credential_request"],
      [{ credential_configuration_id: "record" }, "invalid_proof"],
      [requestWith(), "invalid_proof"],
      [requestWith(proof, proof), "invalid_proof"],
      [{ ...requestWith(proof), credential_configuration_id: "other" }, "unknown_credential_configuration"],
    ] as const)
      await expect(issueCredential(portal, token, request)).rejects.toMatchObject({ code });
    for (const wrong of ["", "x", nonceOf(portal), (await offered(portal, opened))["pre-authorized_code"]])
      await expect(issueCredential(portal, wrong, requestWith(proof))).rejects.toMatchObject({ code: "invalid_token" });
    await expect(issueCredential(later(portal, 5 * minute), token, requestWith(proof))).rejects.toMatchObject({
      code: "invalid_token",
    });
  });
});

const unsigned = (claims: object, jwk: object): string => {
  const [, body = ""] = new UnsecuredJWT({ ...claims, iat: Math.floor(Date.now() / 1000) }).encode().split(".");
  return `${base64url.encode(JSON.stringify({ alg: "none", typ: "openid4vci-proof+jwt", jwk }))}.${body}.`;
};
