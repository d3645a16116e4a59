import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * A digest of the existing files in `inputs` (files and folders below `root`), except those that `isLeftOut` excludes.
 */
export function stampOf(root, inputs, isLeftOut = () => false) {
  const digest = createHash("sha256");
  const files = inputs.flatMap((input) => filesIn(root, input));
  // oxlint-disable-next-line unicorn/no-array-sort -- Debian 12 has Node 18, which lacks toSorted.
  for (const file of files.filter((name) => !isLeftOut(name)).sort()) {
    const content = fs.readFileSync(path.join(root, file));
    digest.update(`${file} ${content.length}\n`).update(content);
  }
  return digest.digest("hex");
}

export const isStamped = (file, digest) => fs.existsSync(file) && fs.readFileSync(file, "utf8") === digest;

export function stamp(file, digest) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, digest);
}

function filesIn(root, input) {
  const found = fs.statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [input];
  return fs.readdirSync(path.join(root, input)).flatMap((name) => filesIn(root, `${input}/${name}`));
}
