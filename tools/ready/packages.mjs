import path from "node:path";
import { npm } from "./npm.mjs";
import { isStamped, stamp, stampOf } from "./stamp.mjs";

const stampFile = (root) => path.join(root, "node_modules", ".ready");

// The stamp contains the platform, because a machine and its containers may share the folder.
const wanted = (root) => `${stampOf(root, ["package-lock.json"])} ${process.platform} ${process.arch}`;

export const hasPackages = (root) => isStamped(stampFile(root), wanted(root));

/** `kinds` says whether packages that only builders need are installed. */
export async function installPackages(root, node, kinds = "--include=dev") {
  const installed = wanted(root);
  await npm(node, ["ci", "--ignore-scripts", kinds, "--no-audit", "--no-fund"], {
    cwd: root,
    purpose: "install the packages",
  });
  stamp(stampFile(root), installed);
}
