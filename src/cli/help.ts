import { commands, type Command, uses } from "./commands.ts";

export type FoundCommand = { name: string; command: Command; args: string[] };

/** The command that these words name, with its arguments. */
export function findCommand(words: readonly string[]): FoundCommand | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { name, command, args: words.slice(length) };
  }
  return undefined;
}

const called = (name: string, { takes }: Command) => `attestry ${name} ${takes}`.trimEnd();

export const usageOf = ({ name, command }: FoundCommand): string => `Usage: ${called(name, command)}`;

const column = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;

/** The commands of two words that begin with `first`. */
export const commandsOf = (first: string): FoundCommand[] =>
  Object.entries(commands).flatMap(([name, command]) =>
    name.startsWith(`${first} `) ? [{ name, command, args: [] }] : [],
  );

const listed = Object.entries(commands).map(([name, { does }]) => `  attestry ${name.padEnd(column)}${does}`);

export const overview =
  (): string => `attestry: publish visa and work-permit records, so that anyone holding the paper can check it

${listed.join("\n")}

attestry COMMAND --help explains a command, attestry --version prints the version. From a checkout: npm run attestry -- COMMAND

Settings come from the environment: attestry config lists them, and docs/operator/settings.md explains them.`;

const notUpgraded: [string, string] = [
  "3",
  "the database is of an earlier version, which only attestry start changes; nothing was done",
];

export function helpOf({ name, command }: FoundCommand): string {
  const { site, does, about, options = {}, examples, exits } = command;
  const parts = [
    `${called(name, command)}\n  ${does}`,
    `${about}\n${uses[site]}`,
    lines("Options", Object.entries(options)),
    lines(examples.length > 1 ? "Examples" : "Example", examples),
    lines("Exit codes", [
      ["0", exits[0]],
      ["1", exits[1]],
      ["2", "the command line cannot be understood; nothing was done"],
      ...(site === "reads" || site === "writes" ? [notUpgraded] : []),
    ]),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function lines(title: string, rows: readonly (string | [string, string])[]): string {
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map((row) => row[0].length)) + 2;
  const written = rows.map((row) => (typeof row === "string" ? `  ${row}` : `  ${row[0].padEnd(width)}${row[1]}`));
  return `${title}:\n${written.join("\n")}`;
}
