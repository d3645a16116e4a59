import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxOwnPapers, type OwnPaper } from "../own-fields/own-paper.ts";
import { documentKinds } from "../records/document-kinds.ts";
import { irccNumber } from "../records/second-number.ts";
import { defaultOfficialPlaces } from "../settings/official-places.ts";
import { defaultSettings, parseSettings, type Settings } from "../settings/settings.ts";
import { effectOfSet } from "./effect-of-set.ts";
import { type SetId, setIds } from "./set-ids.ts";
import { startingSets } from "./sets.ts";
import type { StartingSet } from "./starting-set.ts";

const site = defaultSettings("2027-01-01");
const noNumbers = { isUsed: false, waits: false };
const sets: [SetId, StartingSet][] = setIds.map((id) => [id, startingSets[id]]);

const paper = (id: OwnPaper["id"], label: string, isRemoved = false): OwnPaper => ({
  id,
  labels: { en: label },
  audience: "staff",
  hasLastDay: false,
  isForMany: false,
  onPages: ["/"],
  isRemoved,
});

const fatesOn = (changed: Partial<Settings>, id: SetId = "gulf", numbers = noNumbers) => {
  const { papers, secondNumber } = effectOfSet({ ...site, ...changed }, startingSets[id], numbers);
  return [...papers.map(({ fate }) => fate), secondNumber];
};

test("the set of the specification changes nothing, and the empty one leaves nothing", () => {
  expect(effectOfSet(site, startingSets["as-specified"], noNumbers).change).toEqual({});
  const { change } = effectOfSet(site, startingSets.empty, noNumbers);
  expect(Object.keys(change.kindsOff ?? {})).toEqual([...documentKinds]);
  expect(change.secondNumber).toEqual({ ...irccNumber, isAbsent: true });
});

describe.each(sets)("the set %s", (_, set) => {
  test("is accepted by the settings as it stands, with names in English and Bangla", () => {
    const after = { ...site, ...effectOfSet(site, set, noNumbers).change };
    expect(parseSettings(after)).toEqual(after);
    expect(after.ownPapers.length).toBe(set.papers.length);
    const named = set.papers.flatMap(({ names, offices }) => [names, ...offices.map((office) => office.names)]);
    const number = typeof set.secondNumber === "object" && set.secondNumber;
    for (const { en, bn } of [...named, ...(number ? [number.names, number.hints] : [])]) {
      expect(en).toMatch(/^[\x20-\x7E]+$/);
      expect(bn).toMatch(/\p{Script=Bengali}/u);
    }
  });

  test("says of each office where and when it was read, and brings none that visitors see", () => {
    for (const { source, readOn } of set.papers.flatMap(({ offices }) => offices)) {
      expect([new URL(source).protocol, readOn]).toEqual(["https:", "2026-11-30"]);
    }
    expect(effectOfSet(site, set, noNumbers).offices.every(({ looked }) => looked === null)).toBe(true);
  });
});

// Beside a visa of Dubai, an office of Canada would be wrong.
test.each([startingSets.gulf, startingSets.singapore])(
  "no kind with offices of Canada or Australia stays on",
  (set) => {
    const left = documentKinds.filter((kind) => !set.kindsOff.some((off) => off === kind));
    const hosts = left.flatMap((kind) => (defaultOfficialPlaces[kind] ?? []).map(({ to }) => new URL(to).hostname));
    expect(hosts).toEqual(["pcc.police.gov.bd", "bmet.gov.bd"]);
  },
);

test("a paper with a title of the set stays, a removed one is not brought back, and a field keeps its name", () => {
  expect(fatesOn({})).toEqual(["added", "added", "added", "added", "added", "set"]);
  const ownPapers = [paper("p1", "WAFID report"), paper("p7", "Demand letter", true)];
  const field = { id: "f1", type: "text", audience: "staff", hints: {}, isNeeded: false, choices: [] } as const;
  const ownFields = [{ ...field, choices: [], labels: { en: "Labour permit." }, isRemoved: false }];
  expect(fatesOn({ ownPapers, ownFields })).toEqual(["there", "added", "added", "removed", "taken", "set"]);
});

test("of a paper about which nobody outside can ask, no office is brought", () => {
  const [first, ...others] = startingSets.gulf.papers;
  const offices = others
    .flatMap((one) => one.offices)
    .slice(0, 1)
    .map((office) => ({ ...office, to: null }));
  const set = { ...startingSets.gulf, papers: first ? [{ ...first, offices }] : [] };
  const { papers, change } = effectOfSet(site, set, noNumbers);
  expect([papers.map(({ fate }) => fate), change.proposedOffices]).toEqual([["added"], undefined]);
});

test("what finds no room is said, and the papers before it are added", () => {
  const ownPapers = Array.from({ length: maxOwnPapers - 2 }, (_, at) => paper(`p${at + 1}`, `Paper ${at}`));
  expect(fatesOn({ ownPapers })).toEqual(["added", "added", "full", "full", "full", "set"]);
});

test("the second number is set where it is IRCC's, no record has one, and none waits", () => {
  const mine = { ...irccNumber, labels: { en: "Permit" } };
  const numberOn = (...given: Parameters<typeof fatesOn>) => fatesOn(...given).at(-1);
  expect(numberOn({ secondNumber: mine })).toBe("own");
  expect(numberOn({ secondNumber: { ...irccNumber, form: ["slash"] } })).toBe("own");
  expect(numberOn({ secondNumber: { ...irccNumber, hints: { bn: "চিঠিতে আছে" } } })).toBe("own");
  expect(numberOn({}, "gulf", { isUsed: true, waits: true })).toBe("used");
  expect(numberOn({}, "gulf", { isUsed: false, waits: true })).toBe("waits");
  expect(numberOn({ ownPapers: [paper("p1", "FIN")] }, "singapore")).toBe("taken");
  expect(numberOn({ secondNumber: { ...irccNumber, isAbsent: true } }, "empty")).toBe("there");
});

const titles = sets.flatMap(([, { papers }]) => papers.map(({ names }) => names.en));
const drawnPapers = fc
  .uniqueArray(fc.oneof(fc.constantFrom(...titles), fc.stringMatching(/^[A-Za-z]{3,12}$/)), {
    maxLength: maxOwnPapers,
    selector: (title) => title.toLowerCase().replaceAll(/[^a-z0-9]/g, ""),
  })
  .chain((labels) => fc.tuple(...labels.map((label) => fc.tuple(fc.constant(label), fc.boolean()))))
  .map((drawn) => drawn.map(([label, isRemoved], at) => paper(`p${at + 1}`, label, isRemoved)));
const drawnSite = fc.record({
  ownPapers: drawnPapers,
  kindsOff: fc.dictionary(fc.constantFrom(...documentKinds), fc.constantFrom("staff", "visitors")),
  secondNumber: fc.constantFrom(
    irccNumber,
    { ...irccNumber, isAbsent: true },
    { ...irccNumber, labels: { en: "Permit" } },
  ),
});

test("on any site a set only adds papers and offices and switches kinds off, and chosen again it does nothing", () => {
  fc.assert(
    fc.property(drawnSite, fc.constantFrom(...setIds), fc.boolean(), (drawn, id, isUsed) => {
      const before: Settings = { ...site, ...drawn };
      const numbers = { isUsed, waits: false };
      const { change } = effectOfSet(before, startingSets[id], numbers);
      const after = { ...before, ...change };
      expect(parseSettings(after)).toEqual(after);
      expect(after.ownPapers.slice(0, before.ownPapers.length)).toEqual(before.ownPapers);
      expect(after.kindsOff).toMatchObject(before.kindsOff);
      if (isUsed || before.secondNumber !== irccNumber) expect(after.secondNumber).toBe(before.secondNumber);
      const {
        ownPapers: _,
        kindsOff: __,
        secondNumber: ___,
        proposedOffices,
        irccNumberIsOptional: ____,
        ...rest
      } = after;
      expect(rest).toEqual(expect.objectContaining({ officialPlaces: before.officialPlaces, ownFields: [] }));
      expect({ ...before, ...rest }).toEqual(before);
      const used = after.ownPapers.filter(({ isRemoved }) => !isRemoved).map((own) => own.id as string);
      expect(proposedOffices.every(({ kind }) => used.includes(kind))).toBe(true);
      expect(effectOfSet(after, startingSets[id], numbers).change).toEqual({});
    }),
    { numRuns: 100 },
  );
});
