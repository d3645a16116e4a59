import type { Caller, HolderPasskey } from "#core/staff/accounts.ts";
import { isRowId } from "#storage/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { givenChallenge, isFirstShown } from "../unfinished-steps.ts";
import { checkedMade, checkedShown, madeResponse, optionsForNew, shownResponse } from "./web-authn.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Passkeys of holders, who have no account: the ceremony is that of accounts, and who asks keeps what was made. */
export const holderPasskeys = (context: AccountContext) => ({
  /** The authenticator keeps the holder's id, and gives it back when it shows the passkey. */
  options: ({ id, name }: { id: string; name: string }, challenge: string): Promise<object> =>
    optionsForNew(context, {
      userName: name,
      userID: bytes(id),
      challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    }),

  made: async (given: string, challenge: string): Promise<HolderPasskey | null> => {
    const { data: response } = madeResponse.safeParse(jsonOf(given));
    const made = response && (await checkedMade(context, response, challenge));
    return made ? { id: made.credential_id, publicKey: made.public_key } : null;
  },

  /** Whose passkey answers the challenge of this browser. `find` says what is known of somebody. */
  shown: async (
    caller: Caller,
    text: string,
    find: (holderId: string) => Promise<HolderPasskey | null>,
  ): Promise<string | null> => {
    const given = givenChallenge({ ...context, caller });
    const { data: response } = shownResponse.safeParse(jsonOf(text));
    const holderId = Buffer.from(response?.response.userHandle ?? "", "base64url").toString();
    const known = given && response && isRowId(holderId) ? await find(holderId) : null;
    if (!given || !response || known?.id !== response.id) return null;
    // Passkeys of phones do not count how often they were shown.
    const credential = { credential_id: known.id, public_key: known.publicKey, counter: 0, transports: null };
    if ((await checkedShown(context, response, given.challenge, credential)) === null) return null;
    const isFirst = await context.database.write((writer) => isFirstShown(writer, given, context.now()));
    return isFirst ? holderId : null;
  },
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
