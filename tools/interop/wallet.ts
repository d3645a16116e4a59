import { offerCredential } from "#operations/holders/wallet.ts";
import { askWallet } from "#operations/holders/ask-wallet.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { admin } from "../../test/support/accounts/people.ts";
import { serveApi } from "../../test/support/api.ts";
import { holderOf } from "../../test/support/holders.ts";
import { fetchAt, showAsOthers, takeAsOthers, verifierAt } from "../../test/support/other-wallet.ts";
import { addTestRecord } from "../../test/support/records.ts";
import { TestWallet } from "../../test/support/wallet.ts";
import { site } from "./artefacts.ts";
import { alteredTokens, type Tool, type Verdict } from "./tool.ts";

/** A wallet takes an offer with its code, and shows the copy to the site and to a verifier of other authors. */
export const wallet: Tool["ask"] = async ({ portal }) => {
  await using served = await serveApi(portal);
  const atSite = fetchAt(site, served.url);
  const [holder, verifier] = [await TestWallet.make(), await verifierAt(atSite, site)];
  const record = await addTestRecord(portal);
  const { opened } = await holderOf(portal, record);
  const copy = await takeAsOthers(holder, atSite, await offerCredential(portal, opened));
  const { presentation, nonce, aud, send } = await showAsOthers(holder, atSite, copy, askWallet(portal).link);

  const verdict = async (shown: string, keyBindingNonce = nonce): Promise<Verdict> => {
    try {
      const { kb } = await verifier.verify(shown, { keyBindingNonce });
      return kb?.payload.aud === aud ? "accepted" : "refused";
    } catch (error) {
      return error instanceof Error && /status/i.test(error.message) ? "withdrawn" : "refused";
    }
  };
  /** The site and the verifier have to agree. */
  const ofBoth = async (shown: string): Promise<Verdict> => {
    const [status, judged] = [await send(shown).catch(() => 0), await verdict(shown)];
    return status === 200 && judged === "refused" ? "accepted" : judged;
  };
  const altered: Verdict[] = [await verdict(presentation, "of another question"), await verdict(copy)];
  for (const other of alteredTokens(presentation)) altered.push(await ofBoth(other));
  const isTaken = (await send(presentation)) === 200;
  const genuine = isTaken ? await verdict(presentation) : "refused";

  const offer = await offerCredential(portal, opened);
  const wrong = Array.from({ length: 5 }, (_, at) => String((Number(offer.txCode) + at + 1) % 1e6).padStart(6, "0"));
  const taken = (txCode?: string) =>
    takeAsOthers(holder, atSite, { ...offer, txCode }).then(
      () => "accepted" as const,
      () => "refused" as const,
    );
  // The last one is right, but the offer has ended.
  for (const txCode of [undefined, ...wrong, offer.txCode]) altered.push(await taken(txCode));
  await hideRecord(portal, admin, record);
  return { genuine, withdrawn: await verdict(presentation), altered };
};
