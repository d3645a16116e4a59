import sharp from "sharp";
import { encode } from "uqr";
import type { CompactStatement } from "#verify/compact-statement.ts";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { type Signer, slipLink } from "#test/support/proofs/slip-links.ts";
import { shown } from "./records.ts";
import type { StartedPortal } from "./portal.ts";

const day = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

/** The link of a slip of the shown record, signed by the site itself unless `signer` is given. */
export async function signedLink(
  { office, url }: Pick<StartedPortal, "office" | "url">,
  change: Partial<CompactStatement> = {},
  signer?: Signer,
): Promise<string> {
  const statement = { list: 4_000_000_001, place: 7, kinds: ["workPermit"], number: shown.passport } as const;
  const days = { published: "2026-03-03", issued: day(0), ends: day(90) };
  const key = signer ?? (await currentSigningKey(office, "statement"));
  return slipLink(url, { ...statement, name: shown.name, ...days, ...change }, key);
}

/** A photo of the QR code, or of a page without one: grey, rotated, slightly blurred. */
export async function photoOf(text: string | null): Promise<Buffer> {
  const paper = sharp({ create: { width: 1280, height: 960, channels: 3, background: "#b5b0a8" } });
  if (text === null) return paper.jpeg().toBuffer();
  const { size, data } = encode(text, { ecc: "M", border: 6 });
  const dots = Buffer.from(data.flat().map((isDark) => (isDark ? 40 : 225)));
  const code = await sharp(dots, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * 7, size * 7, { kernel: "nearest" })
    .rotate(8, { background: "#b5b0a8" })
    .png()
    .toBuffer();
  return paper
    .composite([{ input: code }])
    .blur(0.8)
    .jpeg({ quality: 80 })
    .toBuffer();
}
