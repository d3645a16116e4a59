import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { lowPasswordWork } from "./low-password-work.ts";

/**
 * Preloaded into the server of a test site: its password hashes take no time, like those of the portal that the test
 * opens on the same data. Each can check the hashes of the other.
 */
const { scrypt } = crypto;
Object.assign(crypto, {
  scrypt: (
    password: crypto.BinaryLike,
    salt: crypto.BinaryLike,
    length: number,
    cost: crypto.ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => scrypt(password, salt, length, { ...cost, N: lowPasswordWork }, done),
});
syncBuiltinESMExports();
