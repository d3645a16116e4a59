import { expect, test } from "vitest";
import { gulfSet } from "#core/sets/gulf.ts";
import { paperLine } from "./set-effect.server.ts";

test("a set says of a paper that nobody outside can ask about it, and only of such a one", () => {
  const nobody = "Nobody outside can ask about it.";
  for (const paper of gulfSet.papers) {
    expect(paperLine(paper).facts).not.toContain(nobody);
    const offices = paper.offices.map((office) => ({ ...office, to: null }));
    expect(paperLine({ ...paper, offices }).facts.includes(nobody)).toBe(offices.length > 0);
  }
});
