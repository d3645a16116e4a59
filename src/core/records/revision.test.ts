import { describe, expect, test } from "vitest";
import { type Content, type Edit, noEdits, noParticulars } from "./record-details.ts";
import {
  addEdit,
  authorsOf,
  authorsOfField,
  baseOf,
  contentOf,
  contentsOf,
  divideChange,
  fieldsBetween,
  fold,
  inRecord,
  kindsWithPage,
  noteEdit,
  pagesIn,
  withContent,
  withoutEditsBy,
} from "./revision.ts";

const page = (image: string) => ({ image, width: 1, height: 1, placeholder: "" });

const record = {
  ...noParticulars,
  passportNumber: "A1234567",
  irccNumber: "",
  name: "Rahim Uddin",
  fatherName: "Karim",
  motherName: "Amena",
  address: "Dhaka",
  nationality: "NEPAL",
  documents: { visaPaper: [page("visa")], photo: [page("photo")] },
  lastDays: { visaPaper: "2027-01-01" },
  own: {},
};
const base = contentOf(record);

const wants =
  (by: string, changes: Content) =>
  (edits: readonly Edit[], at = 1): readonly Edit[] =>
    addEdit(base, edits, { by, at }, { ...fold(base, edits), ...changes });

const after = (...steps: ((edits: readonly Edit[]) => readonly Edit[])[]) =>
  steps.reduce<readonly Edit[]>((edits, step) => step(edits), []);

describe("edits of several people", () => {
  test("lead to the last value of each field, and each person keeps one value for each", () => {
    const edits = after(
      wants("ada", { name: "B" }),
      wants("ben", { name: "C", address: "Sylhet" }),
      wants("ada", { name: "D" }),
    );
    expect(fold(base, edits)).toMatchObject({ name: "D", address: "Sylhet" });
    expect(edits.map(({ by, changes }) => [by, changes])).toEqual([
      ["ben", { name: "C", address: "Sylhet" }],
      ["ada", { name: "D" }],
    ]);
    expect([authorsOf(edits), authorsOfField(edits, "name"), authorsOfField(edits, "address")]).toEqual([
      ["ben", "ada"],
      ["ben", "ada"],
      ["ben"],
    ]);
  });

  test("can be taken back by each person, and what the others want stays", () => {
    const edits = after(wants("ada", { name: "B", address: "Sylhet" }), wants("ben", { name: "C" }));
    expect(fold(base, withoutEditsBy(base, edits, "ben"))).toMatchObject({ name: "B", address: "Sylhet" });
    expect(fold(base, withoutEditsBy(base, edits, "ada"))).toMatchObject({ name: "C", address: "Dhaka" });
    expect(withoutEditsBy(base, edits, "nobody")).toEqual(edits);
  });

  test("end when the record is to be as it was, whoever says so", () => {
    expect(after(wants("ada", { name: "B" }), wants("ada", { name: record.name }))).toEqual([]);
    expect(after(wants("ada", { name: "B" }), wants("ben", { name: record.name }))).toEqual([]);
    const both = after(wants("ada", { name: "B" }), wants("ben", { name: "C" }), wants("ben", { name: "B" }));
    expect(authorsOf(both)).toEqual(["ada"]);
    const hidden = after(wants("ada", { name: "B", address: "Sylhet" }), wants("ben", { name: record.name }));
    expect(withoutEditsBy(base, hidden, "ada")).toEqual([]);
  });
});

describe("a change of an approved record", () => {
  const author = { by: "ada", at: 1 };

  test("waits, but a document that is taken away is gone at once, with its last day and the one that was to come", () => {
    const edits = after(wants("ben", { "lastDays.visaPaper": "2028-01-01" }));
    const wanted = { ...fold(base, edits), name: "B", "documents.visaPaper": [], "lastDays.visaPaper": "" };
    const divided = divideChange(base, edits, author, wanted);
    expect(fieldsBetween(base, divided.shown)).toEqual(["documents.visaPaper", "lastDays.visaPaper"]);
    expect(divided.edits).toEqual([{ ...author, changes: { name: "B" } }]);
    expect(fold(divided.shown, divided.edits)).toEqual(wanted);
  });

  test("takes a replacement away first, whoever wanted it: the approved document stays, with its last day", () => {
    const edits = after(wants("ben", { "documents.visaPaper": [page("new")], "lastDays.visaPaper": "2028-01-01" }));
    const wanted = { ...fold(base, edits), name: "B", "documents.visaPaper": [], "lastDays.visaPaper": "" };
    const divided = divideChange(base, edits, author, wanted);
    expect(divided).toEqual({ shown: base, edits: [{ ...author, changes: { name: "B" } }] });
  });

  test.each<[string, Content]>([
    ["another document in its place", { "documents.visaPaper": [page("new")] }],
    ["fewer pages", { "documents.photo": [page("other")] }],
    ["a new document", { "documents.ticket": [page("ticket")] }],
    ["no last day any more", { "lastDays.visaPaper": "" }],
    ["no address", { address: "" }],
  ])("waits whole: %s", (_, changes) => {
    const divided = divideChange(base, [], author, { ...base, ...changes });
    expect(divided).toEqual({ shown: base, edits: [{ ...author, changes }] });
  });
});

test("a record keeps the order of its documents, and gets and loses what the content says", () => {
  expect(JSON.stringify(withContent(record, base))).toBe(JSON.stringify(record));
  const content = {
    ...base,
    name: "B",
    "documents.photo": [],
    "documents.lmia": [page("lmia")],
    "lastDays.lmia": "2027-02-02",
  };
  const changed = withContent(record, content);
  expect(changed).toMatchObject({ name: "B", lastDays: { visaPaper: "2027-01-01", lmia: "2027-02-02" } });
  expect(Object.keys(changed.documents)).toEqual(["visaPaper", "lmia"]);
  expect(contentOf(changed)).toEqual(content);
  expect(record.name).toBe("Rahim Uddin");
});

test("a record that waits knows its values before its edits, and forgets them with the last edit", () => {
  const first = { ...record, edited: noEdits };
  const renamed = { ...first, name: "B" };
  const edited = noteEdit(first, { by: "ada", at: 1 }, renamed);
  expect(edited).toEqual({ before: { name: record.name }, edits: [{ by: "ada", at: 1, changes: { name: "B" } }] });
  const now = { ...renamed, edited };
  const moved = noteEdit(now, { by: "ben", at: 2 }, { ...now, address: "Sylhet" });
  expect(baseOf({ ...now, address: "Sylhet", edited: moved })).toEqual(base);
  expect(inRecord(base, withoutEditsBy(base, edited.edits, "ada"))).toEqual(noEdits);
  expect(noteEdit(now, { by: "ben", at: 2 }, first)).toEqual(noEdits);
});

test("the pages of what was replaced are known as long as somebody can take the change back", () => {
  const edits = after(
    wants("ada", { "documents.photo": [page("one")] }),
    wants("ben", { "documents.photo": [page("two")] }),
  );
  const contents = contentsOf({ ...record, edited: noEdits }, edits);
  expect(
    pagesIn(contents)
      .map(({ image }) => image)
      .toSorted(),
  ).toEqual(["one", "photo", "two", "visa"]);
  expect([kindsWithPage(contents, "one"), kindsWithPage(contents, "visa"), kindsWithPage(contents, "none")]).toEqual([
    ["photo"],
    ["visaPaper"],
    [],
  ]);
  const edited = inRecord(base, edits);
  const waiting = { ...record, documents: { photo: [page("two")] }, edited };
  expect(pagesIn(contentsOf(waiting)).map(({ image }) => image)).toEqual(["two", "photo", "one", "two"]);
});
