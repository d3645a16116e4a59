import { randomBytes } from "node:crypto";

/** 20 bytes, 32 letters to type. Apps use the UTF-8 bytes of the text, so each byte must be below 128: 140 random bits. */
export const newAppKey = (): string => Buffer.from(randomBytes(20).map((byte) => byte & 127)).toString("latin1");

/**
 * The address that apps read: https://github.com/google/google-authenticator/wiki/Key-Uri-Format. A colon would end the
 * name.
 */
export function addressFor({ name, email, secret }: { name: string; email: string; secret: string }): string {
  const issuer = encodeURIComponent(fitting(name.replaceAll(":", " ")));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/**
 * In characters of the encoded name, of which a Bangla letter takes nine. With more, the squares of the QR code are too
 * small for a cheap camera.
 */
const maxIssuerLength = 150;
const letters = new Intl.Segmenter();

function fitting(name: string): string {
  let fit = "";
  for (const { segment } of letters.segment(name)) {
    if (encodeURIComponent(fit + segment).length > maxIssuerLength) break;
    fit += segment;
  }
  return fit.trim();
}
