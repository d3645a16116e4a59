import fs from "node:fs";
import path from "node:path";
import { runChild } from "./child.mjs";
import { Refusal } from "./refusal.mjs";
import { isStamped, stamp, stampOf } from "./stamp.mjs";

const inputs = [
  "docs/office",
  "packages",
  "src",
  "public",
  "tools/build.ts",
  "tools/bundler-checks.ts",
  "tools/compile-messages.ts",
  "tools/pack-program.ts",
  "tools/vite",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
// During development, the message compiler keeps notes of its own beside the settings.
const isNoteOfMessages = (file) => /^src\/i18n\/project\.inlang\/(?!settings\.json$)/.test(file);
const isOutputOrTest = (file) =>
  /^src\/(i18n\/compiled|i18n\/bundled|web\/design\/fonts|web\/icons)\//.test(file) ||
  /^src\/documents\/(card-fonts\/.*\.ttf$|script-fonts\/)/.test(file) ||
  isNoteOfMessages(file) ||
  /\.test\.tsx?$/.test(file);

const messageInputs = [
  "src/i18n/messages",
  "src/i18n/pages",
  "src/i18n/project.inlang/settings.json",
  "src/core/settings/languages.ts",
  "tools/compile-messages.ts",
  "package-lock.json",
];

const stampFile = (root) => path.join(root, "build", ".ready");
const wanted = (root) => stampOf(root, inputs, isOutputOrTest);

const messagesStampFile = (root) => path.join(root, "build", ".messages");
const wantedMessages = (root) => stampOf(root, messageInputs);

export const isBuilt = (root) => isStamped(stampFile(root), wanted(root));

/** Sources import compiled messages: without them no source can run. */
export const hasMessages = (root) =>
  fs.existsSync(path.join(root, "src/i18n/compiled/messages.js")) &&
  isStamped(messagesStampFile(root), wantedMessages(root));

/** The bundler has messages of its own, which the archive of a release lacks. */
export const hasMessagesToBuild = (root) =>
  hasMessages(root) && fs.existsSync(path.join(root, "src/i18n/bundled/server/messages.js"));

/** The development server compiles changed messages by itself, and leaves no stamp. */
export const forgetMessages = (root) => fs.rmSync(messagesStampFile(root), { force: true });

export async function build(root, node) {
  const [built, made] = [wanted(root), fs.readFileSync(messagesStampFile(root), "utf8")];
  await runBuild(root, node);
  // The bundler has emptied build/, and this stamp with it.
  stamp(messagesStampFile(root), made);
  // Messages that changed since they were compiled are not in the build.
  if (hasMessages(root)) stamp(stampFile(root), built);
}

export async function makeMessages(root, node) {
  const made = wantedMessages(root);
  await runBuild(root, node, "--messages");
  stamp(messagesStampFile(root), made);
}

async function runBuild(root, node, ...args) {
  const { code } = await runChild(node, ["tools/build.ts", ...args], {
    cwd: root,
    node,
    stdio: ["ignore", process.stderr, process.stderr],
  });
  if (code !== 0) throw new Refusal("The build did not succeed: see above, mend it, then run the command again.");
}
