import { expect, test } from "vitest";
import { offerCredential } from "#operations/holders/wallet.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { admin } from "../support/accounts/people.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { switchOff } from "../support/features.ts";
import { holderOf } from "../support/holders.ts";
import { fetchAt, showAsOthers, takeAsOthers, verifierAt } from "../support/other-wallet.ts";
import { addTestRecord } from "../support/records.ts";
import { startSite } from "../support/site.ts";
import { formFor, TestWallet } from "../support/wallet.ts";

const { portal, url } = await startSite();
const origin = portal.publicOrigin;
const atSite = fetchAt(origin, url);

test("libraries of other authors take a copy into a wallet, check who holds it, and show it to a visitor", async () => {
  const record = await addTestRecord(portal, admin);
  const { opened } = await holderOf(portal, record);
  const wallet = await TestWallet.make();
  const copy = await takeAsOthers(wallet, atSite, await offerCredential(portal, opened));

  const visitor = new PlainBrowser(url);
  await visitor.opens("/check/wallet");
  await visitor.presses("Ask a wallet");
  await visitor.presses("Show the answer");
  expect(visitor.words).toContain("No wallet has answered yet.");
  const link = /href="(openid4vp:[^"]+)"/.exec(visitor.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const { presentation, nonce, aud, send } = await showAsOthers(wallet, atSite, copy, link);

  const verifier = await verifierAt(atSite, origin);
  const { payload, kb } = await verifier.verify(presentation, { keyBindingNonce: nonce });
  expect(payload).toMatchObject({ name: record.name, passport_number: record.passportNumber });
  expect(payload).not.toHaveProperty("nationality");
  expect(kb?.payload).toMatchObject({ aud, nonce });

  expect(await send(presentation)).toBe(200);
  await visitor.presses("Show the answer");
  expect(visitor.words).toContain("A wallet holds this copy, and showed it just now");
  expect(visitor.words).toContain(record.name);
  // Who has a copy keeps it while the feature is off, and it ends as before.
  await switchOff(portal, ["wallets"]);
  expect(await send(presentation)).toBe(404);
  await verifier.verify(presentation, { keyBindingNonce: nonce });
  await hideRecord(portal, admin, { id: record.id });
  await expect(verifier.verify(presentation, { keyBindingNonce: nonce })).rejects.toThrow(/status/i);
  await switchOff(portal, []);
});

test("errors are those of OAuth and OpenID4VCI", async () => {
  const token = await atSite(`${origin}/wallet/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "x" }),
  });
  expect([token.status, await token.json()]).toEqual([400, { error: "unsupported_grant_type" }]);
  const { opened } = await holderOf(portal, await addTestRecord(portal, admin));
  const { tx_code: txCode, ...offer } = formFor(await offerCredential(portal, opened));
  for (const [sent, answer] of [
    [offer, { error: "invalid_request", error_description: "tx_code is missing" }],
    [
      { ...offer, tx_code: `${txCode}0` },
      { error: "invalid_grant", error_description: "tx_code is wrong" },
    ],
    [{ ...offer, "pre-authorized_code": "x", tx_code: txCode }, { error: "invalid_grant" }],
  ] as const) {
    const body = new URLSearchParams(sent);
    const refused = await atSite(`${origin}/wallet/token`, { method: "POST", body });
    expect([refused.status, await refused.json()]).toMatchObject([400, answer]);
  }
  const json = {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer x" },
    body: "{}",
  };
  const credential = await atSite(`${origin}/wallet/credential`, json);
  expect([credential.status, await credential.json()]).toEqual([401, { error: "invalid_token" }]);
  const wrong = await atSite(`${origin}/wallet/token`, json);
  expect([wrong.status, await wrong.json()]).toMatchObject([415, { error: "invalid_request" }]);
  const large = await atSite(`${origin}/wallet/presentation`, {
    method: "POST",
    body: new URLSearchParams({ vp_token: "x".repeat(70_000) }),
  });
  expect(large.status).toBe(413);
});
