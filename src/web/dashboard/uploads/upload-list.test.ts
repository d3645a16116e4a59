import { expect, test } from "vitest";
import { confirmed, filesOf, uploadsOf } from "./upload-list.ts";

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
