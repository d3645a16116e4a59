import { describeConfig } from "#config";

export async function run(): Promise<void> {
  for (const { name, value, source, about } of describeConfig()) {
    console.log(`${name.padEnd(21)} ${value || "(empty)"}  [${source}]\n${" ".repeat(22)}${about}`);
  }
}
