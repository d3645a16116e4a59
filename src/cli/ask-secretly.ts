import { text } from "node:stream/consumers";
import { StartRefused } from "#core/errors.ts";

const enter = new Set(["\r", "\n", "\u0004"]);
const backspace = new Set(["\u007F", "\b"]);
const interrupt = "\u0003";

/** Reads a line that is typed unseen on the terminal, or the first line of piped input. */
export async function askSecretly(question: string): Promise<string> {
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
