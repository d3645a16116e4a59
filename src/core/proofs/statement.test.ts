import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ShownParts, ShownRecord } from "../records/visibility.ts";
import { seenByStrangers } from "./statement.ts";

/** Version 1.0.0 had nothing of an operator's own. */
type Vector = Pick<ShownParts, "shownKinds"> & Partial<ShownParts> & { record: ShownRecord; seen: string | null };

test.each(globSync("test/released/*/seen.json"))(
  "what strangers see of a record has the bytes of %s, so no statement ends at an upgrade",
  (file) => {
    const vectors = JSON.parse(readFileSync(file, "utf8")) as Vector[];
    for (const { record, seen, ...parts } of vectors)
      expect(seenByStrangers(record, "My_Aust", { ownFields: [], ownPapers: [], ...parts })).toBe(seen);
    expect(new Set(vectors.map(({ seen }) => seen)).size).toBeGreaterThan(6);
  },
);
