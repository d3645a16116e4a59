import { readConfig } from "#config";
import { type FieldProblem, fieldProblems, isPortalError, StartRefused } from "#core/errors.ts";
import { features, needs } from "#core/settings/features.ts";
import { parseSettings, type Settings } from "#core/settings/settings.ts";
import { system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { openSite } from "./open-site.ts";
import { UsageError } from "./usage-error.ts";

/** Prints the operator's settings, or sets `name=value`. Works while the site is served. */
export async function run(args: string[]): Promise<void> {
  for (const arg of args) if (!arg.includes("=")) throw new UsageError(`"${arg}" is not NAME=VALUE.`);
  await using portal = await openSite(readConfig());
  const before = await currentSettings(portal);
  if (args.length === 0) return console.log(JSON.stringify(before, null, 2));
  const change = changed(before, args);
  await changeSettings(portal, system("command-line"), { change }).catch(refuse);
  console.log("Changed.");
}

/** Returns only the settings that are named. `operator.phone=…` sets a nested field. A value that is not JSON is text. */
function changed(before: Settings, args: readonly string[]): Partial<Settings> {
  const after: Record<string, unknown> = structuredClone(before);
  for (const arg of args) {
    const [, path = "", value = ""] = /^([\w.]+)=(.*)$/s.exec(arg) ?? [];
    const names = path.split(".");
    const last = names.pop() ?? "";
    const inside = names.reduce<unknown>((found, name) => ownValue(found, name), after);
    if (!isRecord(inside) || !Object.hasOwn(inside, last)) {
      throw new StartRefused(`There is no setting "${path || arg}". "attestry settings" lists them.`);
    }
    inside[last] = asGiven(value);
  }
  const named = args.map((arg) => arg.split(/[.=]/, 1)[0] ?? "");
  return Object.fromEntries(Object.entries(checked(after)).filter(([name]) => named.includes(name)));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const ownValue = (found: unknown, name: string) =>
  isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;

function asGiven(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function checked(input: unknown): Settings {
  try {
    return parseSettings(input);
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (!isPortalError(error) || !error.fields) throw error;
  const said = Object.entries(error.fields).map(
    ([name, problem]) => `${name} is not valid: ${fieldProblems[problem]}${whichOne(name, problem)}`,
  );
  throw new StartRefused(said.join("\n"));
}

/** Names the feature that is off, or the setting that needs a feature. */
function whichOne(name: string, problem: FieldProblem): string {
  const feature = features.find((one) => `features.${one}` === name);
  if (problem === "feature-in-use") return " It is lookupPolicy=code.";
  if (problem !== "feature-needed") return "";
  return ` It is ${(feature ? (needs[feature] ?? []) : ["holders"]).map((one) => `features.${one}`).join(", ")}.`;
}
