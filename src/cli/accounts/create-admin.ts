import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { system } from "#core/accounts/actor.ts";
import { addAccount } from "#operations/accounts/add-account.ts";
import { requireSite } from "#server/require-site.ts";
import { openPortal } from "#server/open-portal.ts";
import { nameSite } from "../open-site.ts";
import { readEmail, refuseAccount } from "./refuse-account.ts";

/** Makes an admin, for the setup and for operators who can no longer sign in. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: "string" }, name: { type: "string" } } });
  const { name = "Admin" } = values;
  const email = readEmail(values.email);
  const config = readConfig();
  nameSite(config);
  requireSite(config);
  const password = await newPassword();
  await using portal = await openPortal(config, { isThere: true });
  const names = { email: "--email", name: "--name", password: "The password" };
  await addAccount(portal, system("command-line"), "admin", { email, name, password }).catch((error: unknown) =>
    refuseAccount(error, names),
  );
  console.log(`${email} is now an admin and can sign in.`);
}

/** On a terminal the password is typed twice, unseen. */
async function newPassword(): Promise<string> {
  const password = await askSecretly("Password: ");
  if (process.stdin.isTTY && password !== (await askSecretly("Password again: "))) {
    throw new StartRefused("The two passwords differ.");
  }
  return password;
}

const enter = new Set(["\r", "\n", "\u0004"]);
const backspace = new Set(["\u007F", "\b"]);
const interrupt = "\u0003";

/** Reads a line that is typed unseen on the terminal, or the first line of piped input. */
async function askSecretly(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? "";
  process.stdin.setRawMode(true);
  process.stderr.write(question);
  try {
    return await typedLine();
  } finally {
    process.stdin.setRawMode(false);
    process.stdin.pause();
    process.stderr.write("\n");
  }
}

async function typedLine(): Promise<string> {
  const typed: string[] = [];
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false })) {
    for (const character of String(chunk)) {
      if (character === interrupt) throw new StartRefused("Stopped.");
      if (enter.has(character)) return typed.join("");
      if (backspace.has(character)) typed.pop();
      else typed.push(character);
    }
  }
  return typed.join("");
}
