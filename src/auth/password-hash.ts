import { hashPassword, verifyPassword } from "@better-auth/utils/password";

/** scrypt, off the main thread. */
export { hashPassword };

/** Takes as long where there is no password. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  if (hash === null) {
    await hashPassword(password);
    return false;
  }
  return verifyPassword(hash, password);
}
