import { createHash } from "node:crypto";
import { isPortalError, PortalError } from "#core/errors.ts";
import { largestLogoFile, type Logo } from "#core/settings/logo.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings } from "#core/accounts/permissions.ts";
import type { Portal } from "../portal/portal.ts";

/**
 * Makes a logo of a file. The file is decoded in a child process and encoded again, on white, so that nothing else of it stays.
 */
export async function readLogo(portal: Portal, actor: Actor, bytes: AsyncIterable<Uint8Array>): Promise<Logo> {
  authorize(mayChangeSettings(actor), actor);
  const file = await collected(bytes);
  if (isMarkup(file)) refuse("logo-svg");
  if (file.subarray(0, 4).toString("latin1") === "%PDF") refuse("logo-format");
  const { pages } = await portal.imagePipeline.publish(async () => file, "logo").catch(withOwnWords);
  const [page] = pages;
  if (!page) return refuse("logo-format");
  const image = Buffer.from(page.reading);
  const hash = createHash("sha256").update(image).digest("base64url").slice(0, 16);
  return { image: image.toString("base64"), width: page.width, height: page.height, hash };
}

async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > largestLogoFile) refuse("logo-size");
    // Copied, because the reader frees each piece when the next one is read.
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

/** True for markup, whatever it begins with: a byte order mark, spaces, a comment or a declaration. */
const isMarkup = (file: Buffer) => /^(?:\xef\xbb\xbf)?\s*</.test(file.subarray(0, 64).toString("latin1"));

function withOwnWords(error: unknown): never {
  throw isPortalError(error) && error.id === "unsupported-file" ? refusal("logo-format") : error;
}

const refusal = (problem: "logo-format" | "logo-svg" | "logo-size") =>
  new PortalError("invalid", { fields: { logo: problem } });

function refuse(problem: Parameters<typeof refusal>[0]): never {
  throw refusal(problem);
}
