import type { Keyring } from "#sealing/keyring.ts";
import { encryptionKeys } from "./library-secrets.ts";

/** better-auth's own encryption, loaded with the first factor. */
const crypto = () => import("better-auth/crypto");

export async function decrypted(keyring: Keyring, data: string): Promise<string> {
  const { symmetricDecrypt } = await crypto();
  return symmetricDecrypt({ key: encryptionKeys(keyring), data });
}

export async function encrypted(keyring: Keyring, data: string): Promise<string> {
  const { symmetricEncrypt } = await crypto();
  return symmetricEncrypt({ key: encryptionKeys(keyring), data });
}
