import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

/** Loaded before the program (`node --import`), this file makes it a newer version, whose schema has one more table. */
const furtherStep = `{
  name: "further", sqlite: "", sqliteLookups: "", postgres: "create table further (id text)", isAdditive: true
}`;
const steps = "migrations = [";
const endOfSteps = /(?<=migrations = \[[\s\S]*?)\n?\t?\];/;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes("/build/program/")) return loaded;
    const source = readFileSync(new URL(url), "utf8");
    if (!source.includes(steps)) return loaded;
    return { ...loaded, source: source.replace(endOfSteps, `, ${furtherStep}$&`) };
  },
});
