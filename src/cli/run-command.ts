import { commandsOf, type FoundCommand, findCommand, helpOf, overview, usageOf } from "./help.ts";
import { ownVersion } from "#server/own-version.ts";
import { UsageError } from "./usage-error.ts";
import { settingWarnings } from "#config";
import { codeOf, isPortalError, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { NotUpgraded } from "#storage/database/migrations/migration.ts";

/** Runs the command that was typed. A failure that the operator can correct becomes one line and an exit code. */
export async function runCommand(given: readonly string[]): Promise<void> {
  // `attestry help verify` and `attestry verify --help` do the same.
  const wantsHelp =
    given.every(isHelpWord) || isHelpWord(given[0] ?? "") || given.includes("--help") || given.includes("-h");
  const words = wantsHelp ? given.filter((word) => !isHelpWord(word)) : [...given];
  const found = findCommand(words);
  try {
    await run(words, { found, wantsHelp });
  } catch (error) {
    if (isUsage(error)) {
      console.error(usageLine(error, found));
      process.exitCode = 2;
    } else if (isOperators(error) || (isPortalError(error) && error.id === "moved")) {
      console.error(error.message);
      process.exitCode = error instanceof NotUpgraded ? 3 : 1;
    } else if (isPortalError(error) && error.id === "unavailable") {
      console.error(
        `The command stopped, because something cannot be reached: ${reasonOf(error)}. "attestry doctor" may show more.`,
      );
      process.exitCode = 1;
    } else throw error;
  }
}

const isHelpWord = (word: string) => ["help", "--help", "-h"].includes(word);

type Typed = { found: FoundCommand | undefined; wantsHelp: boolean };

async function run(words: readonly string[], { found, wantsHelp }: Typed): Promise<void> {
  if (words[0] === "--version") return console.log(await ownVersion());
  if (wantsHelp && words.length === 0) return console.log(overview());
  const meant = found ? [found] : commandsOf(words[0] ?? "");
  if (wantsHelp && meant.length > 0) console.log(meant.map(helpOf).join("\n\n"));
  else if (found) await runFound(found);
  else refuseUnknown(words[0] ?? "", meant);
}

async function runFound({ name, command, args }: FoundCommand): Promise<void> {
  // The doctor lists them itself.
  if (name !== "doctor") for (const warning of settingWarnings()) console.error(warning);
  await (
    await command.load()
  )(args);
}

function refuseUnknown(first: string, meant: readonly FoundCommand[]): never {
  const names = meant.map(({ name }) => `"attestry ${name}"`);
  throw new UsageError(
    names.length > 0 ? `Use ${names.join(" or ")}.` : `There is no command "${first}". "attestry help" lists them.`,
  );
}

/** True for errors that the operator can correct: those of the system and of options. Other errors are bugs. */
const isOperators = (error: unknown): error is Error =>
  error instanceof StartRefused || (error instanceof Error && /^(E[A-Z]+|ERR_INVALID\w*)$/.test(codeOf(error) ?? ""));

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError || (error instanceof Error && codeOf(error)?.startsWith("ERR_PARSE_ARGS") === true);

function usageLine(error: Error, found: FoundCommand | undefined): string {
  // Node's messages about options continue with advice that does not help here.
  const sentence = error instanceof UsageError ? error.message : `${error.message.replace(/\. .*/s, "")}.`;
  return found ? `${sentence} ${usageOf(found)}` : sentence;
}
