import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Decoder } from "#core/stored/decoders.ts";
import { seal, unseal } from "#sealing/seal.ts";
import { WrongContent } from "#sealing/sealed-content.ts";
import { migrations } from "#storage/database/migrations/steps.ts";
import of10 from "./sealed-in-1.0.json" with { type: "json" };
import { everySample } from "./sealed-samples.ts";

const key = randomBytes(32);

/** Every value in a sample, with the path to it. */
function valuesIn(value: unknown, at: readonly string[] = []): { at: readonly string[]; value: unknown }[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [{ at, value }, ...inside.flatMap(([name, one]) => valuesIn(one, [...at, name]))];
}

function changedAt(value: unknown, [name, ...rest]: readonly string[], wrong: unknown): unknown {
  if (name === undefined) return wrong;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === name ? changedAt(one, rest, wrong) : one));
  if (typeof value !== "object" || value === null) throw new Error(`there is no ${name}`);
  return Object.fromEntries(
    Object.entries(value).map(([part, one]) => [part, part === name ? changedAt(one, rest, wrong) : one]),
  );
}

/** True if the sample has the part. The names of lists and maps are no parts. */
const has = (value: unknown, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  const own = Object.entries(value).find(([part]) => part === name);
  return own ? has(own[1], rest) : Object.values(value).some((one) => has(one, [name, ...rest]));
};

const samples = Object.entries(everySample);
const nameOf = (title: string) => title.split(",")[0] ?? "";

describe.each(samples)(
  "%s",
  (_, { decode, free = [], isFlat = false, shownRow, open, places, sample, table, write }) => {
    const opened = (content: unknown) => open(key, seal(key, places, Buffer.from(JSON.stringify(content))));

    test("opens as it was sealed", () => {
      expect(opened(sample)).toEqual(sample);
      expect(open(key, write(key))).toEqual(sample);
    });

    test("names the table, the row and the part that is damaged", () => {
      for (const { at, value } of valuesIn(sample)) {
        if (free.includes(at.at(-1) ?? "") || (isFlat && (at.length > 1 || value === null))) continue;
        const damaged = changedAt(sample, at, value === true || value === false ? "no" : true);
        const error = thrownBy(() => opened(damaged));
        expect(error, `${at.join(".")} of ${table}`).toBeInstanceOf(WrongContent);
        const named = at.map((name) => `(?:${name.replaceAll(/\W/g, "\\$&")}|\\*)`).join("\\.");
        expect(error).toMatchObject({
          part: expect.stringMatching(new RegExp(`^${[table, named].filter(Boolean).join("\\.")}(?:\\.0)?$`)),
          row: shownRow,
        });
      }
    });

    test("gives a part that an older row lacks its default, and does not write that", () => {
      for (const [name, whenMissing] of decode.defaults ?? []) {
        const { [name]: _part, ...older } = sample as Readonly<Record<string, unknown>>;
        expect(opened(older)).toEqual({ ...older, [name]: whenMissing });
      }
      expect(JSON.parse(unseal(key, places, write(key)).toString())).toEqual(sample);
    });
  },
);

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

test("every sealed content has samples, and every part is in one of them", () => {
  for (const [title, { decode }] of samples) {
    const own = samples.filter(([other]) => nameOf(other) === nameOf(title));
    const isThere = (part: string) => own.some(([, { sample }]) => has(sample, part.split(".")));
    expect(decode.parts?.filter((part) => !isThere(part.path)) ?? [], title).toEqual([]);
  }
  const root = path.join(import.meta.dirname, "../../src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!test)\.ts$/.test(name));
  const declared = files.flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), "utf8").matchAll(
        /^export const (sealed\w+) = sealed(?:Content|UnderOwnKey)[<(]/gm,
      ),
    ].map(([, name]) => name),
  );
  expect(new Set(samples.map(([title]) => nameOf(title)))).toEqual(new Set(declared));
});

const partsOf = ({ parts = [] }: Decoder<unknown>, step: string) =>
  parts
    .filter((part) => part.step === step)
    .map((part) => part.path)
    .filter((one, at, all) => all.indexOf(one) === at)
    .toSorted()
    .join(" ");

/** An older program writes a content again without the parts that it does not know. So a new part needs such a step. */
test("a part that a content gains comes with a step that stops older programs, which would drop it", () => {
  // What 1.0.0 wrote never changes: give a new part the step that it comes with.
  const known = Object.fromEntries(samples.map(([title, { decode }]) => [nameOf(title), partsOf(decode, "1.0")]));
  expect(known).toEqual(of10);
  const steps = new Set(samples.flatMap(([, { decode }]) => (decode.parts ?? []).map(({ step }) => step)));
  for (const step of steps) {
    const migration = migrations.find(({ name }) => name === step);
    expect(migration, step).toBeDefined();
    expect(migration).not.toMatchObject({ isAdditive: true });
  }
});

/** Sealed content has the type of its decoder. JSON that is stored in clear goes through `decodedColumn`. */
test("nothing that comes from storage is cast", () => {
  const root = path.join(import.meta.dirname, "../../src");
  const folders = ["auth", "core", "operations", "sealing", "storage"].map((name) => path.join(root, name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  );
  const cast = files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .filter((file) =>
      /(?:JSON\.parse|\.open|\.openRow|unseal\w*)\([^\n]*\)\)* as [A-Z{]/.test(readFileSync(file, "utf8")),
    );
  expect(cast).toEqual([]);
});
