import path from "node:path";
import { runChild } from "./child.mjs";
import { Refusal } from "./refusal.mjs";
import { isStamped, stamp, stampOf } from "./stamp.mjs";

const inputs = [
  "src",
  "public",
  "tools/build.ts",
  "tools/compile-messages.ts",
  "tools/make-fonts.ts",
  "tools/make-icons.ts",
  "tools/pack-program.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
// Beside its settings the message project keeps notes of its own while one develops.
const isNoteOfMessages = (file) => /^src\/i18n\/project\.inlang\/(?!settings\.json$)/.test(file);
const isOutputOrTest = (file) =>
  /^src\/(i18n\/compiled|web\/design\/fonts|web\/icons)\//.test(file) ||
  /^src\/documents\/card-fonts\/.*\.ttf$/.test(file) ||
  isNoteOfMessages(file) ||
  /\.test\.tsx?$/.test(file);

const stampFile = (root) => path.join(root, "build", ".ready");
const wanted = (root) => stampOf(root, inputs, isOutputOrTest);

export const isBuilt = (root) => isStamped(stampFile(root), wanted(root));

export async function build(root, node) {
  const built = wanted(root);
  const { code } = await runChild(node, ["tools/build.ts"], {
    cwd: root,
    node,
    stdio: ["ignore", process.stderr, process.stderr],
  });
  if (code !== 0) throw new Refusal("The build did not succeed: see above, mend it, then run the command again.");
  stamp(stampFile(root), built);
}
