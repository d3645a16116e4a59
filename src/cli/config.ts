import { parseArgs } from "node:util";
import { describeConfig } from "#config";

export async function run(args: string[]): Promise<void> {
  parseArgs({ args });
  const lines = describeConfig();
  const width = Math.max(...lines.map(({ name }) => name.length)) + 2;
  for (const { name, value, source, about } of lines) {
    console.log(`${name.padEnd(width)}${value || "(empty)"}  [${source}]\n${" ".repeat(width)}${about}`);
  }
}
