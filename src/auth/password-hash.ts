import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const keyLength = 64;
const [blockSize, maxMemory] = [16, 64 * 1024 * 1024];
/** scrypt's parameter N. With this block size each hash needs 32 MB. */
export const passwordWork = 16_384;

/** Returns "salt:key", both in hex. The salt goes into the hash as this text, not as its bytes. */
export async function hashPassword(password: string, work = passwordWork): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await derive(password, salt, work)).toString("hex")}`;
}

/** Takes the same time if there is no password. */
export async function isPassword(hash: string | null, password: string, work = passwordWork): Promise<boolean> {
  const [salt = "", key = ""] = hash?.split(":") ?? [];
  const expected = Buffer.from(key, "hex");
  const derived = await derive(password, salt, work);
  return expected.byteLength === keyLength && timingSafeEqual(derived, expected);
}

/** Runs outside of the main thread. */
function derive(password: string, salt: string, work: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const cost = { N: work, r: blockSize, p: 1, maxmem: maxMemory };
  scrypt(password.normalize("NFKC"), salt, keyLength, cost, (error, key) => (error ? reject(error) : resolve(key)));
  return promise;
}
