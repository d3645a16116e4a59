import path from "node:path";
import { runChild } from "./child.mjs";
import { Refusal } from "./refusal.mjs";

const networkTrouble = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT/;

/** Runs npm with the given Node. `purpose` completes the sentence "npm could not …". */
export async function npm(node, args, { cwd, purpose }) {
  const { code, output, errors } = await runNpm(node, args, cwd);
  if (code === 0) return;
  if (networkTrouble.test(errors)) {
    throw new Refusal(
      `npm could not ${purpose}, because it cannot reach its registry: check the network and ` +
        "what `npm config get registry` names, then run the command again.",
    );
  }
  throw new Refusal(`npm could not ${purpose}; this is what it said:\n${(errors || output).trimEnd()}`);
}

async function runNpm(node, args, cwd) {
  const [program, ...first] = npmCommand(node);
  try {
    return await runChild(program, [...first, ...args], { cwd, node, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    throw new Refusal(
      "npm is missing: install it (it comes with Node, https://nodejs.org), then run the command again.",
    );
  }
}

// `npm run` sets the path of npm in npm_execpath. Otherwise npm is found on the PATH. Other package managers set the
// same variable.
function npmCommand(node) {
  const script = process.env.npm_execpath ?? "";
  return path.basename(script) === "npm-cli.js" ? [node, script] : ["npm"];
}
