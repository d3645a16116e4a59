import { PortalError } from "#core/errors.ts";
import type { Attempt } from "#limits/limits.ts";
import { type Level, levelOfGuesses, levelOfNetwork } from "#limits/lookup-price.ts";
import { hasWaited, requiredWait, type Tokens, type Waiting } from "#limits/wait-ticket.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { challengeFor, type PayingClient } from "./hash-turns.ts";
import { type SignInTries, tryLimits } from "./tries.ts";

/**
 * Counts one more password for an address, once its price is paid: by a proof of work or by waiting. Nobody is refused
 * otherwise, so wrong passwords of strangers keep no owner out. The price is the same whether the address has an account
 * or not.
 */
export async function payForPassword(
  request: AccountRequest,
  client: PayingClient,
  tries: SignInTries,
  ticket: string | undefined,
): Promise<void> {
  const attempts = attemptsOf(tries);
  // Read first: a flood of unpaid passwords writes nothing.
  const level = levelAfter(await request.limits.counted(attempts));
  const paid = Math.max(client.paid, await levelWaited(request, client, { ticket, level }));
  if (level > paid) throw await unpaid(request, client, { ticket, level });
  const exact = levelAfter((await request.limits.count(attempts)).map((count) => count - 1));
  if (exact <= Math.max(level, paid)) return;
  // Others came in between. A try that is not paid for is none.
  for (const attempt of attempts) await request.limits.takeBack(attempt);
  throw await unpaid(request, client, { ticket, level: exact });
}

const attemptsOf = ({ ofAddress, ofNetworks }: SignInTries): Attempt[] => [ofAddress, ...ofNetworks];

const levelAfter = ([ofAddress = 0, network = 0, neighbourhood = 0]: readonly number[]): Level =>
  Math.max(
    levelOfGuesses(ofAddress, tryLimits.signInByAccount.atMost),
    levelOfNetwork({ network, neighbourhood }, tryLimits.signInByClient.atMost),
  );

type Price = { ticket: string | undefined; level: Level };

async function levelWaited(request: AccountRequest, client: PayingClient, price: Price): Promise<Level> {
  if (price.level <= client.paid || !price.ticket) return 0;
  const isOver = await hasWaited(ticketsOf(request), waitingOf(client, price), request.spendProof, request.now());
  return isOver ? price.level : 0;
}

/** The answer of lookups: with the challenge solved, or after the wait, the same request is taken. */
async function unpaid(request: AccountRequest, client: PayingClient, price: Price): Promise<PortalError> {
  const wait = requiredWait(ticketsOf(request), waitingOf(client, price), request.now());
  const challenge = await challengeFor(request, client, price.level);
  return new PortalError("too-many-requests", { waitSeconds: wait.seconds, challenge, waitTicket: wait.ticket });
}

const ticketsOf = ({ keyring }: AccountContext): Tokens => ({
  seal: (value) => sealToken(keyring, "password-wait", value),
  unseal: (token) => unsealToken(keyring, "password-wait", token),
});

/**
 * A known browser waits for itself, however many others wait in its neighbourhood. Nobody waits for a turn at the address:
 * strangers would take it from its owner.
 */
function waitingOf({ name, neighbourhood, rank }: PayingClient, { ticket, level }: Price): Waiting {
  const client = { name, neighbourhood: `password ${rank === 0 ? name : neighbourhood}` };
  return { client, level, guessed: null, ticket };
}
