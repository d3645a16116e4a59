import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { optionalText } from "#core/fields.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import { insertPasskey, type PasskeyRow, passkeysOf } from "#storage/database/accounts/factors.ts";
import { updateSession } from "#storage/database/accounts/sessions.ts";
import { insertVerification, takeVerification } from "#storage/database/accounts/verifications.ts";
import type { AccountContext, AccountRequest } from "../account-context.ts";
import { checkMayChangeFactors, ownSession } from "../own-account.ts";
import { newStep, unfinishedStep } from "../unfinished-steps.ts";
import { changeFactors } from "./change-factors.ts";
import { verifyRegistration, madeResponse, optionsForNew } from "./web-authn.ts";

/** Only the account's owner gets the challenge, and no passkey is accepted without it. */
export async function optionsForNewPasskey(
  request: AccountRequest,
  form: unknown,
): Promise<StepDone<{ options: object }>> {
  const session = await ownSession(request);
  await checkMayChangeFactors(request, session, form);
  const { id, email } = session.person;
  const options = await optionsForNew(request, { userName: email }, await passkeysOf(request.database.read, id));
  const { row, cookie } = newStep(request, "add-passkey", JSON.stringify({ challenge: options.challenge, person: id }));
  await request.database.write((writer) => insertVerification(request, writer, row));
  return { cookies: [cookie], options };
}

export async function addPasskey(request: AccountRequest, given: unknown): Promise<StepDone<{ passkey: PasskeyRow }>> {
  const session = await ownSession(request);
  const { data } = newPasskey.safeParse(given);
  const challenge = data && (await takeChallenge(request, session.person.id));
  const passkey = challenge ? await checkedPasskey(request, session.person.id, data, challenge) : null;
  if (!passkey) throw new PortalError("passkey-failed");
  const isAdded = await changeFactors(request, session, "passkey-added", async (writer) => {
    await updateSession(request, writer, session.sessionId, { proved_at: request.now() });
    return insertPasskey(writer, passkey);
  });
  if (!isAdded) throw new PortalError("passkey-failed");
  return { cookies: [], passkey };
}

const newPasskey = z.object({ response: madeResponse, name: optionalText(60).optional() });

const challengeGiven = z.object({ challenge: z.string(), person: z.string() });

async function takeChallenge(request: AccountRequest, personId: string): Promise<string | null> {
  const step = unfinishedStep(request, "add-passkey");
  if (!step) return null;
  const value = await request.database.write((writer) =>
    takeVerification(request, writer, step.identifier, request.now()),
  );
  if (value === undefined) return null;
  const { challenge, person } = challengeGiven.parse(JSON.parse(value));
  return person === personId ? challenge : null;
}

async function checkedPasskey(
  context: AccountContext,
  personId: string,
  { response, name }: z.output<typeof newPasskey>,
  expectedChallenge: string,
): Promise<PasskeyRow | null> {
  const made = await verifyRegistration(context, response, expectedChallenge);
  return (
    made && {
      ...made,
      id: randomUUID(),
      person_id: personId,
      name: name === undefined || name === "" ? null : name,
      transports: (response.response.transports ?? []).join(","),
      added_at: context.now(),
    }
  );
}
