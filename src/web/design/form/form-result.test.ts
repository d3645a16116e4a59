import { describe, expect, test } from "vitest";
import type { ErrorId, FieldProblems } from "#core/errors.ts";
import { type FormResult, handOut, shownForm } from "./form-result.ts";

const cameBack = (problem: ErrorId | null, fields: FieldProblems = {}): FormResult => ({
  values: { title: "English" },
  problem,
  fields,
  at: 1,
});
const names = ["title", "place", "fee"];

describe("a form field shows", () => {
  test("the typed value, otherwise the initial value, otherwise nothing", () => {
    const { field } = shownForm(cameBack(null), names, { filled: { title: "French", place: "Dhaka" } });
    expect(names.map((name) => field(name).value)).toEqual(["English", "Dhaka", ""]);
  });

  test("its problem, and the first wrong field of the page takes the focus", () => {
    const { field, problem } = shownForm(cameBack("invalid", { fee: "whole-number", place: "required" }), names);
    expect(field("fee")).toMatchObject({ problem: expect.stringContaining("Type a number"), takesFocus: false });
    expect(field("place")).toMatchObject({ problem: "Fill this in first.", takesFocus: true });
    expect(field("title")).toMatchObject({ problem: undefined, takesFocus: false });
    expect(problem).toBeNull();
  });

  test("the form's own text for a problem if the form has one", () => {
    const ownFields = { place: { required: () => "Say where." } };
    const { problems } = shownForm(cameBack("invalid", { place: "required", fee: "required" }), names, { ownFields });
    expect([...problems]).toEqual([
      ["place", "Say where."],
      ["fee", "Fill this in first."],
    ]);
  });
});

describe("a problem of the whole form", () => {
  test("is shown above the form, in the form's own words or the usual ones", () => {
    const own = { stale: () => "Too late." };
    expect(shownForm(cameBack("stale"), names, { own }).problem).toBe("Too late.");
    expect(shownForm(cameBack("last-admin"), names, { own }).problem).toContain("The last admin has to stay");
  });

  test("is shown at the field `elsewhere`, after the problems of earlier fields", () => {
    const { problem, problems } = shownForm(cameBack("wrong-code"), names, { elsewhere: "fee" });
    expect(problem).toBeNull();
    expect([...problems.keys()]).toEqual(["fee"]);
    const unknown = shownForm(cameBack("invalid", { other: "required", title: "too-long" }), names, {
      elsewhere: "fee",
    });
    expect([...unknown.problems.keys()]).toEqual(["title", "fee"]);
  });

  test("is shown above the form if its field is not on the page", () => {
    expect(shownForm(cameBack("invalid", { other: "required" }), names).problem).not.toBeNull();
  });
});

describe("of a page with several forms, a problem", () => {
  const claims = { title: [""], place: ["move"] };
  const sent = (does: string): FormResult => ({ ...cameBack("stale"), values: { do: does } });

  test.each([
    ["", sent(""), undefined, undefined],
    ["move", undefined, sent("move"), undefined],
    ["remove", undefined, undefined, sent("remove")],
  ])("goes to the form that claims the button %o, or is left for the page", (does, title, place, unclaimed) => {
    const handed = handOut(sent(does), claims);
    expect([handed.of("title"), handed.of("place"), handed.unclaimed]).toEqual([title, place, unclaimed]);
  });

  test("is left for the form of a page that claims nothing", () => {
    expect(handOut(sent("remove")).unclaimed).toBeUndefined();
  });
});
