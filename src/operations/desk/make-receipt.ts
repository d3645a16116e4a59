import type { Organisation } from "#core/desk/organisation.ts";
import { type Receipt, type ReceiptAnswer, receiptType } from "#verify/lookup-receipt.ts";
import { signedToken, unsignedToken } from "#sealing/sd-jwt.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal.ts";
import { currentSigningKey } from "../proofs/signing-keys.ts";

type Answered = {
  organisation: Pick<Organisation, "name" | "country">;
  purpose: string;
  askedWith: Receipt["asked_with"];
  answers: readonly ReceiptAnswer[];
};

/** A receipt for what an organisation was told, and its text as a signed token. It is not stored. */
export async function makeReceipt(portal: Portal, { organisation, purpose, askedWith, answers }: Answered) {
  const [tree] = await logTrees(portal.database.read, portal.registry);
  const { kid, sign } = await currentSigningKey(portal, "statement");
  const receipt: Receipt = {
    iss: portal.publicOrigin,
    iat: Math.floor(portal.now() / 1000),
    asked_by: { name: organisation.name, country: organisation.country },
    purpose,
    asked_with: askedWith,
    checkpoint: tree === undefined || tree.signed.note === "" ? null : tree.signed.note,
    answers,
  };
  return { receipt, token: signedToken(sign, unsignedToken(kid, receiptType, receipt)) };
}
