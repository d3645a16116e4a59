import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const keyLength = 64;
/** 32 MB for each hash. */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

/** "salt:key", both in hex. The salt goes into the hash as this text, not as its bytes. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await derive(password, salt)).toString("hex")}`;
}

/** Takes as long where there is no password. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const [salt = "", key = ""] = hash?.split(":") ?? [];
  const expected = Buffer.from(key, "hex");
  const derived = await derive(password, salt);
  return expected.byteLength === keyLength && timingSafeEqual(derived, expected);
}

/** Off the main thread. */
function derive(password: string, salt: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password.normalize("NFKC"), salt, keyLength, cost, (error, key) => (error ? reject(error) : resolve(key)));
  return promise;
}
