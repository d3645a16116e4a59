import { PortalError } from "#core/errors.ts";
import { outsideJsonOrNull } from "#core/outside-json.ts";
import type { Caller, HolderPasskey } from "#core/accounts/accounts.ts";
import { isRowId } from "#storage/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { givenChallenge, isFirstShown } from "../unfinished-steps.ts";
import { verifyRegistration, verifyAuthentication, madeResponse, optionsForNew, shownResponse } from "./web-authn.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Passkeys of holders, who have no account. The ceremony is the same as for accounts; the caller stores the result. */
export const holderPasskeys = (context: AccountContext) => ({
  /** The authenticator stores the holder's id, and returns it when it shows the passkey. */
  options: ({ id, name }: { id: string; name: string }, challenge: string): Promise<object> =>
    optionsForNew(context, {
      userName: name,
      userID: bytes(id),
      challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    }),

  made: async (given: string, challenge: string): Promise<HolderPasskey> => {
    const { data: response } = madeResponse.safeParse(outsideJsonOrNull(given));
    const made = response && (await verifyRegistration(context, response, challenge));
    if (!made) throw new PortalError("passkey-failed");
    return { id: made.credential_id, publicKey: made.public_key };
  },

  /**
   * Returns the id of the holder whose passkey answers the challenge of this browser; null otherwise. `find` returns
   * the stored passkey of a holder.
   */
  shown: async (
    caller: Caller,
    text: string,
    find: (holderId: string) => Promise<HolderPasskey | null>,
  ): Promise<string | null> => {
    const given = givenChallenge({ ...context, caller });
    const { data: response } = shownResponse.safeParse(outsideJsonOrNull(text));
    const holderId = Buffer.from(response?.response.userHandle ?? "", "base64url").toString();
    const known = given && response && isRowId(holderId) ? await find(holderId) : null;
    if (!given || !response || known?.id !== response.id) return null;
    // Passkeys on phones do not count their uses.
    const credential = { credential_id: known.id, public_key: known.publicKey, counter: 0, transports: null };
    if ((await verifyAuthentication(context, response, given.challenge, credential)) === null) return null;
    const isFirst = await context.database.write((writer) => isFirstShown(context, writer, given));
    return isFirst ? holderId : null;
  },
});
