import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { inflate } from "@sparticuz/chromium";
import { packageFile, unpackedFolder, unpackOnce } from "./unpack-once.ts";

/** How letters are moved to whole pixels. Desktops differ: Debian has "slight", others none, older ones full. */
export const hintings = ["none", "slight", "full"] as const;
export type Hinting = (typeof hintings)[number];

const home = unpackedFolder("fonts");

/**
 * Returns a file for `FONTCONFIG_FILE`. With it, a browser draws the same on every machine: it sees one font, that of
 * its package. Without any font it would crash at the first letter that the site's own fonts lack.
 */
export async function fontSettings(hinting: Hinting): Promise<string> {
  if (!existsSync(home)) await unpackOnce(home, makeFiles);
  return path.join(home, `${hinting}.conf`);
}

async function makeFiles(scratch: string): Promise<void> {
  await inflate(packageFile("bin/fonts.tar.br"));
  for (const hinting of hintings) await writeFile(path.join(scratch, `${hinting}.conf`), settingsOf(hinting));
}

/** The font's folder is found relative to the file. */
const settingsOf = (hinting: Hinting) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>${hinting !== "none"}</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hint${hinting}</const></edit>
  </match>
  <match target="pattern">
    <edit name="hinting" mode="assign"><bool>${hinting !== "none"}</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hint${hinting}</const></edit>
  </match>
</fontconfig>
`;
