import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { secretFromWords, wordsIn } from "#sealing/secret-words.ts";
import { existingSecrets } from "#server/secret-file.ts";
import { nameSite } from "../open-site.ts";

export async function run(args: string[]): Promise<void> {
  const { print } = parseArgs({ args, options: { print: { type: "boolean", default: false } } }).values;
  const config = readConfig();
  nameSite(config);
  const { SECRET, DATA_DIR } = config;
  // A broken secret on this machine must not stop the command: it is a reason to use the card.
  const known = await existingSecrets(SECRET, DATA_DIR).catch((): string[] => []);
  const text = readSecret((await typedLines()).join(" ").trim(), known);
  const verdict = verdictOn(known.indexOf(text), known.length);
  if (print) {
    console.log(text);
    console.error(verdict ?? "The words have no mistake.");
  } else if (verdict === null) {
    throw new StartRefused(
      known.length === 0
        ? "The words have no mistake, but there is no secret here to compare them with. Use --print to get the secret as text."
        : "The words have no mistake, but this is not a secret that is in use here. The card may be of another site, or older than the secrets here.",
    );
  } else {
    console.log(verdict);
  }
}

function verdictOn(at: number, count: number): string | null {
  if (at === -1) return null;
  if (at === 0) return "This is the secret in use.";
  return `This is an older secret, number ${at + 1} of ${count}. It can open backups that were made with it, but it is not the one in use.`;
}

/** The typed text is the words of a card, or the secret itself. */
function readSecret(typed: string, known: readonly string[]): string {
  if (known.includes(typed)) return typed;
  const words = wordsIn(typed);
  if (!/\s/.test(typed)) {
    const here = known.length === 0 ? "There is no secret here to compare with" : "This is not a secret of this site";
    throw new StartRefused(`${here}, and these are not the words of a card.`);
  }
  const read = secretFromWords(words);
  if ("text" in read) return read.text;
  throw new StartRefused(whatIsWrong(read, words));
}

function whatIsWrong({ wrong, right }: { wrong: readonly number[]; right?: string }, words: readonly string[]): string {
  const named = wrong.map((place) => `word ${place} is "${words[place - 1]}"`);
  if (right !== undefined) return `There is a mistake: ${named.join()}, but must be "${right}".`;
  if (named.length > 0) return `There are mistakes. Compare these with the card: ${named.join(", ")}.`;
  return `There are mistakes in these ${words.length} words. Compare their number and their order with the card.`;
}

/**
 * Reads up to an empty line on a terminal, otherwise all of the input. The text is visible: nobody can type so many
 * words unseen.
 */
async function typedLines(): Promise<string[]> {
  const { isTTY } = process.stdin;
  const lines: string[] = [];
  if (isTTY) process.stderr.write("Type the words of the card, or the text of the secret, then an empty line:\n");
  for await (const line of createInterface({ input: process.stdin })) {
    if (isTTY && line.trim() === "" && lines.length > 0) break;
    lines.push(line.trim());
  }
  return lines;
}
