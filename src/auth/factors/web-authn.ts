import { z } from "zod";
import type { PasskeyRow } from "#storage/database/factors.ts";
import type { AccountContext } from "../account-context.ts";

/** Loaded with the first passkey: nobody who only looks a record up pays for it. */
export const webAuthn = () => import("@simplewebauthn/server");

/** Passkeys are bound to this name. */
export const relyingParty = ({ publicOrigin }: AccountContext): string => new URL(publicOrigin).hostname;

export const transportsOf = ({ transports }: PasskeyRow): string[] => transports?.split(",").filter(Boolean) ?? [];

export const credentialList = (passkeys: readonly PasskeyRow[]): { id: string; transports: string[] }[] =>
  passkeys.map((passkey) => ({ id: passkey.credential_id, transports: transportsOf(passkey) }));

export const base64url = z.string().regex(/^[\w-]{1,20000}$/);

/** How every answer of an authenticator begins. */
export const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};
