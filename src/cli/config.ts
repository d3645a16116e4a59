import { parseArgs } from "node:util";
import { describeConfig } from "#config";

export async function run(args: string[]): Promise<void> {
  parseArgs({ args });
  for (const { name, value, source, about } of describeConfig()) {
    console.log(`${name.padEnd(21)} ${value || "(empty)"}  [${source}]\n${" ".repeat(22)}${about}`);
  }
}
