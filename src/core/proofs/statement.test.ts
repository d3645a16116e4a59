import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PublicKind } from "../records/document-kinds.ts";
import type { ShownRecord } from "../records/visibility.ts";
import { seenByStrangers } from "./statement.ts";

type Vector = { record: ShownRecord; shownKinds: PublicKind[]; seen: string | null };

test.each(globSync("test/released/*/seen.json"))(
  "what strangers see of a record has the bytes of %s, so no statement ends at an upgrade",
  (file) => {
    const vectors = JSON.parse(readFileSync(file, "utf8")) as Vector[];
    for (const { record, shownKinds, seen } of vectors)
      expect(seenByStrangers(record, "My_Aust", { shownKinds, ownFields: [], ownPapers: [] })).toBe(seen);
    expect(new Set(vectors.map(({ seen }) => seen)).size).toBeGreaterThan(6);
  },
);
