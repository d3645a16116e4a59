import sharp from "sharp";
import { sealedPhoto } from "#operations/accounts/photos.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { insertRow } from "#storage/database/rows.ts";

/** Gives a person a picture, as if it had been read from their address. Returns it. */
export async function shownPhoto({ database, keyring, now }: Portal, id: string): Promise<Buffer> {
  const image = await sharp({ create: { width: 168, height: 168, channels: 3, background: "#a5522d" } })
    .webp()
    .toBuffer();
  const row = { id, read_at: now(), has_image: 1 } as const;
  const content = { image: image.toString("base64") };
  const sealed = sealedPhoto.sealColumns(keyring, row, content);
  await database.write((writer) => insertRow(writer, "account_photo", { ...row, ...sealed }));
  return image;
}
