import { expect, test } from "vitest";
import {
  addedBy,
  type Decoder,
  flag,
  listOf,
  mapOf,
  mapOfSome,
  number,
  oneOf,
  oneShapeOf,
  optional,
  orNull,
  shape,
  text,
  textOr,
  WrongPart,
} from "./decoders.ts";

const page = shape({ image: text, width: number });
const whole = shape({
  name: text,
  isShown: flag,
  state: oneOf("open", "closed"),
  endsAt: orNull(number),
  pages: mapOfSome(["photo", "visa"], listOf(page)),
  changes: mapOf(textOr(listOf(page))),
  language: optional(oneOf("en", "bn")),
  revision: addedBy("1.1", orNull(number), null),
  notes: addedBy("1.2", listOf(shape({ by: text })), []),
});

const written = () => ({
  name: "Rahim",
  isShown: true,
  state: "open",
  endsAt: null,
  pages: { photo: [{ image: "a", width: 1 }] },
  changes: { address: "Sylhet", photo: [{ image: "a", width: 1 }] },
});

const pathOfWrong = (decode: Decoder<unknown>, stored: unknown): string | undefined => {
  try {
    decode(stored);
  } catch (error) {
    if (error instanceof WrongPart) return error.part;
    throw error;
  }
  return undefined;
};

test("what an earlier version wrote gets the defaults of later parts, and is not copied", () => {
  const stored = written();
  const decoded = whole(stored);
  expect(decoded).toBe(stored);
  expect(decoded).toEqual({ ...written(), revision: null, notes: [] });
});

test.each([
  ["", []],
  ["", null],
  ["name", { ...written(), name: 7 }],
  ["name", { ...written(), name: undefined }],
  ["name", { ...written(), name: null }],
  ["isShown", { ...written(), isShown: 1 }],
  ["state", { ...written(), state: "half" }],
  ["endsAt", { ...written(), endsAt: "soon" }],
  ["pages", { ...written(), pages: { other: [] } }],
  ["pages.photo", { ...written(), pages: { photo: {} } }],
  [
    "pages.photo.1.width",
    {
      ...written(),
      pages: {
        photo: [
          { image: "a", width: 1 },
          { image: "a", width: "1" },
        ],
      },
    },
  ],
  ["changes.*.0.image", { ...written(), changes: { "a name": [{ width: 1 }] } }],
  ["language", { ...written(), language: "de" }],
  ["revision", { ...written(), revision: "1" }],
  ["notes.0.by", { ...written(), notes: [{}] }],
])("a wrong part is named: %s", (path, stored) => {
  expect(pathOfWrong(whole, stored)).toBe(path);
});

test("several shapes are told apart by one part", () => {
  const either = oneShapeOf("kind", shape({ kind: oneOf("a"), size: number }), shape({ kind: oneOf("b"), name: text }));
  expect(either({ kind: "b", name: "x" })).toEqual({ kind: "b", name: "x" });
  expect(pathOfWrong(either, { kind: "b", size: 1 })).toBe("name");
  expect(pathOfWrong(either, { kind: "c" })).toBe("kind");
});

test("each part knows the step that added it", () => {
  const steps = new Map(whole.parts?.map(({ path, step }) => [path, step]));
  expect(steps.get("pages.image")).toBe("1.0");
  expect(steps.get("revision")).toBe("1.1");
  expect(steps.get("notes.by")).toBe("1.2");
  expect(steps.size).toBe(14);
});
