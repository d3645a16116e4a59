import { expect, test } from "vitest";
import { chosenAgain, confirmed, filesOf, uploadsOf } from "./upload-list.ts";

type Kind = "photo" | "visa" | "permit";

const shown = (id: string, guess?: Kind, isStored = false) => ({
  id,
  guess,
  name: "",
  pages: 1,
  isStored,
  isTakenAway: false,
});

test("confirmed files of one kind become pages of one document and replace a stored one; there is only one photo", () => {
  const list = confirmed(
    uploadsOf<Kind>({
      documents: { visa: [shown("old", undefined, true)], permit: [shown("first")] },
      unsorted: [
        shown("a", "visa"),
        shown("b", "permit"),
        shown("c", "visa"),
        shown("d", "photo"),
        shown("e", "photo"),
        shown("f"),
      ],
    }),
  );
  const idsOf = (kind: Kind | null) => filesOf(list, kind).map(({ key }) => key.split(" ")[0]);
  expect(idsOf("visa")).toEqual(["a", "c"]);
  expect(idsOf("permit")).toEqual(["first", "b"]);
  expect(idsOf("photo")).toEqual(["d"]);
  expect(idsOf(null)).toEqual(["e", "f"]);
  const withoutNew = list.filter(({ isStored, kind }) => isStored || kind !== "visa");
  expect(filesOf(withoutNew, "visa")).toMatchObject([{ isStored: true }]);
});

const missing = (name: string, kind: Kind, at?: number) => ({ name, kind, at, problem: "not-arrived" });

test("a file that is chosen again has the place of the missing one; of two documents it is nobody's", () => {
  const list = uploadsOf<Kind>({
    documents: { visa: [shown("page 2")] },
    unsorted: [],
    failed: [
      missing("a.jpg", "visa", 0),
      missing("a.jpg", "visa", 2),
      missing("b.jpg", "visa"),
      missing("b.jpg", "permit"),
    ],
  });
  expect(filesOf(list, "visa").map(({ name, key }) => name || key)).toEqual(["a.jpg", "page 2 visa", "a.jpg", "b.jpg"]);
  const gone = list.filter(({ step }) => step.step === "failed");
  const file = (name: string) => new File([], name);
  const { found, others, settled } = chosenAgain(gone, ["a.jpg", "b.jpg", "c.jpg", "a.jpg"].map(file));
  expect(found.map(({ upload }) => upload)).toEqual([gone[0], gone[1]]);
  expect(others.map(({ name }) => name)).toEqual(["b.jpg", "c.jpg"]);
  expect(settled).toEqual([]);
  expect(chosenAgain(gone, ["b.jpg", "b.jpg"].map(file)).settled).toHaveLength(2);
});
