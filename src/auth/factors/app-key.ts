import { randomBytes } from "node:crypto";

/** 20 bytes, 32 letters to type. Apps compute with the UTF-8 bytes of the text, so each byte is below 128: 140 random bits. */
export const newAppKey = (): string => Buffer.from(randomBytes(20).map((byte) => byte & 127)).toString("latin1");

/** As apps read it: https://github.com/google/google-authenticator/wiki/Key-Uri-Format. A colon ends the name there. */
export function addressFor({ name, email, secret }: { name: string; email: string; secret: string }): string {
  const issuer = encodeURIComponent(fitting(name.replaceAll(":", " ")));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/** Beyond this the squares of the picture become too small for a cheap camera. A Bangla letter takes nine. */
const longestIssuer = 150;
const letters = new Intl.Segmenter();

function fitting(name: string): string {
  let fit = "";
  for (const { segment } of letters.segment(name)) {
    if (encodeURIComponent(fit + segment).length > longestIssuer) break;
    fit += segment;
  }
  return fit.trim();
}
