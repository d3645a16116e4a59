import { hash, randomBytes, randomInt } from "node:crypto";
import { z } from "zod";
import { minuteMs } from "#core/durations.ts";
import { isPortalError, PortalError } from "#core/errors.ts";
import {
  type ClaimNames,
  issuerMetadata,
  offerLink,
  preAuthorizedCode,
  proofIn,
  txCodeLength,
  WalletRefusal,
} from "#core/holders/wallet.ts";
import { ownForVisitors, textIn } from "#core/own-fields/own-field.ts";
import type { ClaimName } from "#core/records/record-fields.ts";
import { type Language, languagesOn } from "#core/settings/languages.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";
import { secondTitleOf } from "#i18n/second-number.ts";
import { holder as holderActor } from "#core/accounts/actor.ts";
import { inLatinDigits } from "#core/latin-digits.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { countTries } from "#limits/limits.ts";
import { jsonIn, payloadSignedBy, type PublicKey } from "#verify/json-web-token.ts";
import { isBoundKey } from "#verify/saved-statement.ts";
import { isSameSecret } from "#sealing/same-secret.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { updateRow } from "#storage/database/rows.ts";
import { changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { signedStatement, statementOf } from "../proofs/statements.ts";
import { recordEntity } from "../records/record-entity.ts";
import { isShownRow, recordKey } from "../sealed/sealed-record.ts";
import { contentForChange, type FoundHolder, holderById, type HolderCredential, openHolder } from "./holder-page.ts";
import { openSealedHolder, sealHolder } from "../sealed/sealed-holder.ts";

/** How long each ticket can be used. A ticket is stored nowhere: this site sealed it, and remembers only its use. */
const lifetimes = {
  "wallet-offer": 10 * minuteMs,
  "wallet-token": 5 * minuteMs,
  "wallet-nonce": 5 * minuteMs,
} as const;
type Purpose = keyof typeof lifetimes;

const ticketSchema = z.object({ id: z.string(), holder: z.string(), until: z.number() });
/** Offers of version 1.0 have no transaction code. They cannot be taken. */
const offerSchema = ticketSchema.extend({ txCode: z.string().regex(new RegExp(`^\\d{${txCodeLength}}$`)) });
type Ticket = z.output<typeof ticketSchema>;
type Offer = z.output<typeof offerSchema>;

function newTicket({ keyring, now }: Portal, purpose: Purpose, of: Partial<Pick<Offer, "holder" | "txCode">> = {}) {
  const id = randomBytes(12).toString("base64url");
  const until = now() + lifetimes[purpose];
  return { ticket: sealToken(keyring, purpose, { id, holder: "", until, ...of }), until };
}

function readTicket<Content extends Ticket>(
  { keyring, now }: Portal,
  purpose: Purpose,
  text: string,
  schema: z.ZodType<Content>,
): Content | null {
  const { data } = schema.safeParse(unsealToken(keyring, purpose, text));
  return data && !hasCome(data.until, now(), lifetimes[purpose]) ? data : null;
}

/** True for the first use. */
const useOnce = ({ database, lookups }: Portal, { id, until }: Ticket): Promise<boolean> =>
  lookups.usedIds.use(database.lookups, hash("sha256", `wallet ${id}`, "buffer").subarray(0, 16), until);

const byHolder = { name: "wallet offers by holder", atMost: 20, withinSeconds: 24 * 60 * 60 };
/** The sixth try ends the offer. */
const triesByOffer = { name: "codes by wallet offer", atMost: 5, withinSeconds: lifetimes["wallet-offer"] / 1000 };
/** Over all offers of a holder, so that many offers are no more tries. Right codes are not counted. */
const wrongByHolder = { ...triesByOffer, name: "wrong codes of wallet offers by holder" };
/** Each right proof stores its nonce, also after the access token was used up. */
const proofsByHolder = { name: "wallet proofs by holder", atMost: 60, withinSeconds: 60 * 60 };

/**
 * Offers the holder of an open page a credential of the record for their wallet. The first wallet that takes it with the
 * transaction code gets it. The returned code is shown once, and is nowhere else but sealed in the offer.
 */
export async function offerCredential(portal: Portal, opened: HolderCredential) {
  const { holder, record } = await openHolder(portal, opened, "not-found");
  if (openSealedHolder(recordKey(portal, record), holder).frozenAt !== undefined) throw new PortalError("page-frozen");
  if (!isShownRow(portal, record)) throw new PortalError("not-found");
  const [wrong = 0] = await portal.limits.counted([{ rule: wrongByHolder, key: holder.id }]);
  if (wrong >= wrongByHolder.atMost) throw new PortalError("wrong-wallet-codes");
  await countTries(portal.limits, [{ rule: byHolder, key: holder.id }]);
  const txCode = String(randomInt(10 ** txCodeLength)).padStart(txCodeLength, "0");
  const { ticket, until } = newTicket(portal, "wallet-offer", { holder: holder.id, txCode });
  return { link: offerLink(portal.publicOrigin, ticket), txCode, endsAt: until };
}

/** Returns the access token for the code of an offer and its transaction code. */
export async function takeOffer(portal: Portal, form: Readonly<Record<string, string>>) {
  const { grant_type: grant = "", "pre-authorized_code": code = "", tx_code: txCode = "" } = form;
  if (grant !== preAuthorizedCode) throw new WalletRefusal(grant === "" ? "invalid_request" : "unsupported_grant_type");
  if (code === "") throw new WalletRefusal("invalid_request");
  if (txCode === "") throw new WalletRefusal("invalid_request", "tx_code is missing");
  const offer = readTicket(portal, "wallet-offer", code, offerSchema);
  if (!offer || !(await holderById(portal, offer.holder))) throw new WalletRefusal("invalid_grant", offerEnded);
  await checkTxCode(portal, offer, txCode);
  if (!(await useOnce(portal, offer))) throw new WalletRefusal("invalid_grant", offerEnded);
  const { ticket } = newTicket(portal, "wallet-token", { holder: offer.holder });
  return { access_token: ticket, token_type: "Bearer", expires_in: lifetimes["wallet-token"] / 1000 };
}

const offerEnded = "the offer has ended";

/** Counts the try before it compares, so that tries beside each other are not more than one after the other. */
async function checkTxCode({ limits }: Portal, { id, holder, txCode }: Offer, typed: string): Promise<void> {
  const ofHolder = { rule: wrongByHolder, key: holder };
  // One after the other: what is sent for an offer that has ended does not count for the others.
  for (const attempt of [{ rule: triesByOffer, key: id }, ofHolder])
    if (!(await limits.attempt([attempt])).allowed) throw new WalletRefusal("invalid_grant", offerEnded);
  if (!isSameSecret(inLatinDigits(typed).replaceAll(/\s/g, ""), txCode))
    throw new WalletRefusal("invalid_grant", "tx_code is wrong");
  await limits.takeBack(ofHolder);
}

/** What a wallet reads before it asks. */
export async function metadataForWallets(portal: Portal) {
  const settings = await currentSettings(portal);
  const agency = operatorName(settings.operator, portal.publicOrigin);
  return issuerMetadata(portal.publicOrigin, settings.operator.name, claimsOf(settings, agency));
}

type Offered = Pick<Settings, "languages" | "ownFields" | "secondNumber">;

/** The names of the program's claims in each language of the site, and those of the operator's, which say who wrote them. */
function claimsOf({ languages, ownFields, ...settings }: Offered, agency: string): ClaimNames[] {
  const ofProgram: Record<ClaimName, (locale: Language) => string> = {
    name: (locale) => m.record_name({}, { locale }),
    passport_number: (locale) => m.passport_number({}, { locale }),
    ircc_number: (locale) => secondTitleOf(settings, locale),
    nationality: (locale) => m.nationality({}, { locale }),
  };
  const offered = languagesOn(languages);
  const own = ownForVisitors(ownFields).map(({ id, labels }) => ({
    id,
    names: offered.map((locale) => {
      const author = m.written_by_agency({ agency }, { locale });
      return { locale, name: `${textIn(labels, locale)} (${author})` };
    }),
  }));
  const named = Object.entries(ofProgram).map(([id, nameIn]) => ({
    id,
    names: offered.map((locale) => ({ locale, name: nameIn(locale) })),
  }));
  return [...named, ...own];
}

export const newNonce = (portal: Portal) => ({ c_nonce: newTicket(portal, "wallet-nonce").ticket });

/**
 * Returns the statement of the record, bound to the wallet's key: an SD-JWT VC that has the statement's place in the
 * status list, so that it ends with it. The access token and the nonce are used up by a proof that is right.
 */
export async function issueCredential(portal: Portal, accessToken: string, request: unknown) {
  const token = readTicket(portal, "wallet-token", accessToken, ticketSchema);
  if (!token) throw new WalletRefusal("invalid_token");
  const proof = proofIn(request);
  await countTries(portal.limits, [{ rule: proofsByHolder, key: token.holder }]);
  const jwk = await keyInProof(portal, proof);
  const found = await holderById(portal, token.holder);
  const statement = found && (await statementOf(portal, found.record.id));
  if (!statement) throw new WalletRefusal("credential_request_denied");
  if (!(await useOnce(portal, token))) throw new WalletRefusal("invalid_token");
  await noteIssued(portal, found);
  return { credentials: [{ credential: await signedStatement(portal, statement, { cnf: { jwk } }) }] };
}

type ProofPayload = { aud: string; iat: number; nonce: string };

/** Clocks of phones are often wrong. The nonce shows that the proof is new. */
const clockMs = 15 * minuteMs;

const proofBy = (jwk: Required<PublicKey>, proof: string) =>
  payloadSignedBy<ProofPayload>(proof, "openid4vci-proof+jwt", jwk);

/** Returns the wallet's public key, if it signed a proof for this site with a nonce of this site. */
async function keyInProof(portal: Portal, proof: string) {
  const jwk = jsonIn<{ jwk: unknown }>(proof.split(".")[0] ?? "")?.jwk;
  const payload = isBoundKey(jwk) ? await proofBy(jwk, proof) : null;
  const { aud, iat = Number.NaN, nonce } = payload ?? {};
  const isOnTime = Math.abs(iat * 1000 - portal.now()) < clockMs;
  const isForUs = aud === portal.publicOrigin && isOnTime && typeof nonce === "string";
  if (!isBoundKey(jwk) || !isForUs) throw new WalletRefusal("invalid_proof");
  const ticket = readTicket(portal, "wallet-nonce", nonce, ticketSchema);
  if (!ticket || !(await useOnce(portal, ticket))) throw new WalletRefusal("invalid_nonce");
  const { x, y } = jwk;
  return { kty: "EC", crv: "P-256", x, y } as const;
}

/** The holder's page says when a wallet last got the credential. Refused if the holder was replaced, or the page is frozen. */
async function noteIssued(portal: Portal, { holder: { id }, record }: FoundHolder): Promise<void> {
  try {
    await changeLocked(portal, holderActor, recordEntity, { id: record.id }, async (locked) => {
      const content = await contentForChange(portal, locked, { id });
      const sealed = sealHolder(locked.key, id, { ...content, walletAt: portal.now() });
      await updateRow(locked.writer, "holder", id, { sealed });
      await locked.log("holder-credential-issued", {});
    });
  } catch (error) {
    const isRefused = isPortalError(error) && ["wrong-pin", "page-frozen", "not-found"].includes(error.id);
    throw isRefused ? new WalletRefusal("credential_request_denied") : error;
  }
}
