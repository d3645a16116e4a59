import { hash, randomBytes } from "node:crypto";
import { z } from "zod";
import { minuteMs } from "#core/durations.ts";
import { outsideJsonOrNull } from "#core/outside-json.ts";
import { credentialId, questionLink, verifierName, WalletRefusal } from "#core/holders/wallet.ts";
import { compactStatement } from "#core/proofs/statement.ts";
import { type DatedPaper, endedIn } from "#core/records/visibility.ts";
import { orNull } from "#core/stored/decoders.ts";
import { earliestDay } from "#core/office-clock.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { countTries } from "#limits/limits.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { addPresentation, deletePresentationsBefore } from "#storage/database/proofs/presentations.ts";
import { rowById } from "#storage/database/rows.ts";
import { readSavedStatement, type SavedStatement } from "#verify/saved-statement.ts";
import { standsInList } from "#verify/status-list.ts";
import { statusOf } from "#verify/verdict.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { officeToday } from "../portal/office-time.ts";
import { lookUpRecord } from "../records/look-up-record.ts";
import { publicKeys } from "../signing/signing-keys.ts";
import { formerIssuers } from "../proofs/statements.ts";
import { StatusLists } from "../proofs/status-lists.ts";

/** How long a wallet may answer, and how long its answer is kept. */
const questionMs = 10 * minuteMs;

const questionSchema = z.object({ secret: z.string(), until: z.number() });
type Asked = z.output<typeof questionSchema>;

/** In the question, wallets and whoever sees the QR code read only this. The answer is stored under the secret. */
const nonceOf = (secret: string): string => hash("sha256", `wallet question ${secret}`, "base64url");

const questionOf = (portal: Portal, asked: Asked, visitor: string) => ({
  /** The page of the visitor who asked sends it, to see the answer. */
  visitor,
  link: questionLink(portal.publicOrigin, {
    nonce: nonceOf(asked.secret),
    state: sealToken(portal.keyring, "wallet-question", asked),
  }),
});

/** Asks any wallet. Nothing is stored before one answers. */
export function askWallet(portal: Portal) {
  const asked = { secret: randomBytes(16).toString("base64url"), until: portal.now() + questionMs };
  return questionOf(portal, asked, sealToken(portal.keyring, "wallet-visitor", asked));
}

function readAsked(
  { keyring, now }: Portal,
  purpose: "wallet-question" | "wallet-visitor",
  text: string,
): Asked | null {
  const { data } = questionSchema.safeParse(unsealToken(keyring, purpose, text));
  return data && !hasCome(data.until, now(), questionMs) ? data : null;
}

const answerSchema = z.object({ [credentialId]: z.tuple([z.string().max(60_000)]) });

/** So a wallet cannot fill the table with answers to questions of its own. */
const byCopy = { name: "wallet answers by copy", atMost: 60, withinSeconds: 60 * 60 };

/** Takes the answer of a wallet: one that holds a copy which this site signed, and shows it to this site for this question. */
export async function takePresentation(portal: Portal, form: Readonly<Record<string, string>>): Promise<void> {
  const asked = readAsked(portal, "wallet-question", form["state"] ?? "");
  // Its holder said no, or it has no copy. Only the wallet says why.
  if (asked && form["error"] !== undefined) return;
  const { data } = answerSchema.safeParse(outsideJsonOrNull(form["vp_token"] ?? ""));
  if (!asked || !data) throw new WalletRefusal("invalid_request");
  const { keys } = await publicKeys(portal, portal.database.read, "statement");
  const read = await readSavedStatement(data[credentialId][0], keys);
  const { aud, nonce, iat = 0 } = read?.shown ?? {};
  const isHere = aud === verifierName(portal.publicOrigin) && nonce === nonceOf(asked.secret);
  if (!read || !isHere || Math.abs(iat * 1000 - portal.now()) > questionMs) throw new WalletRefusal("invalid_request");
  const { name, number, list, place } = read.statement;
  if (name === "" || number === "") throw new WalletRefusal("invalid_request");
  await countTries(portal.limits, [{ rule: byCopy, key: `${list}/${place}` }]);
  const answer = sealToken(portal.keyring, "wallet-answer", read.statement);
  const row = { id: asked.secret, until: asked.until, answer };
  if (!(await portal.database.write((writer) => addPresentation(writer, row))))
    throw new WalletRefusal("invalid_request");
}

const answeredStatement = orNull(compactStatement);

/** Returns the question of a visitor, and what a wallet has answered. Null once the time is over. */
export async function readPresentation(portal: Portal, visitor: string) {
  const asked = readAsked(portal, "wallet-visitor", visitor);
  if (!asked) return null;
  const row = await rowById(portal.database.read, "presentation", asked.secret);
  const question = questionOf(portal, asked, visitor);
  if (!row) return { ...question, answer: null };
  const statement = answeredStatement(unsealToken(portal.keyring, "wallet-answer", row.answer));
  if (!statement) return { ...question, answer: null };
  const status = await statusOf(statement, portal.now(), async () =>
    (await doesStand(portal, statement)) ? "stands" : "withdrawn",
  );
  const stands = status === "stands";
  const isOver = status === "too-old";
  const ended = stands || isOver ? await endedNow(portal, statement) : null;
  const earliest = earliestDay(portal.now());
  const isOtherDay = statement.published > earliest || ended?.some(({ lastDay }) => lastDay >= earliest) === true;
  return { ...question, answer: { ...statement, isOver, isOtherDay, stands, ended } };
}

/**
 * What has ended in the record, which the visitor could look up with what the wallet showed. Null if they could not: the
 * holder decides who sees more.
 */
async function endedNow(portal: Portal, { number, name }: SavedStatement["statement"]): Promise<DatedPaper[] | null> {
  const { lookupPolicy } = await currentSettings(portal);
  if (lookupPolicy === "code") return null;
  const record = await lookUpRecord(portal, { by: "passport", number, name });
  return record && endedIn(record, officeToday(portal));
}

async function doesStand(portal: Portal, { list, place }: SavedStatement["statement"]): Promise<boolean> {
  const signed = await new StatusLists(portal).read(list);
  const { keys } = await publicKeys(portal, portal.database.read, "statement");
  const origins = [portal.publicOrigin, ...(await formerIssuers(portal))];
  return (
    signed !== null && (await standsInList(signed.token, { list, place, origins, keys, now: portal.now() })) === true
  );
}

export const deleteOldPresentations = ({ database, now }: Portal): Promise<void> =>
  database.write((writer) => deletePresentationsBefore(writer, now()));
