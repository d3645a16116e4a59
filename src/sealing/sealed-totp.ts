import { listOf, orNull, shape, text } from "#core/stored/decoders.ts";
import { sealedUnderOwnKey } from "./sealed-content.ts";

/** The key of an authenticator app, null if there is none, and the recovery codes that were not used yet. */
export const sealedTotp = sealedUnderOwnKey({
  table: "totp",
  place: ({ id }: { id: string }) => `totp/${id}`,
  decode: shape({ appKey: orNull(text), recoveryCodes: listOf(text) }),
});
