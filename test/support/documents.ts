import { Readable } from "node:stream";
import sharp from "sharp";
import type { Actor } from "#core/accounts/actor.ts";
import { receiveImage } from "#operations/images/receive-image.ts";
import type { Portal } from "#operations/portal/portal.ts";

let drawn = 0;

/** A small picture that differs from all others of this process. */
export async function drawnDocument(width = 300, height = 400): Promise<Buffer> {
  drawn += 1;
  const background = { r: (drawn * 37) % 256, g: (drawn * 91) % 256, b: (drawn * 13) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Returns the id of an upload that no record has taken yet. */
export async function uploaded(portal: Portal, actor: Actor, file?: Buffer): Promise<string> {
  const bytes = Readable.from([file ?? (await drawnDocument())]);
  return (await receiveImage(portal, actor, { bytes, use: "paper" })).id;
}
