import { describe, expect, test } from "vitest";
import type { FieldProblems } from "#core/errors.ts";
import { type FormResult, shownForm } from "./form-result.ts";
import type { FormProblem } from "./problem-words.ts";

const cameBack = (problem: FormProblem | null, fields: FieldProblems = {}): FormResult => ({
  values: { title: "English" },
  problem,
  fields,
  at: 1,
});
const names = ["title", "place", "fee"];

describe("a field shows", () => {
  test("what was typed, else what it was filled with, else nothing", () => {
    const { field } = shownForm(cameBack(null), names, { filled: { title: "French", place: "Dhaka" } });
    expect(names.map((name) => field(name).value)).toEqual(["English", "Dhaka", ""]);
  });

  test("what is wrong with it; the first wrong one of the page takes the focus", () => {
    const { field, problem } = shownForm(cameBack("invalid", { fee: "whole-number", place: "required" }), names);
    expect(field("fee")).toMatchObject({ problem: expect.stringContaining("Type a number"), takesFocus: false });
    expect(field("place")).toMatchObject({ problem: "Fill this in first.", takesFocus: true });
    expect(field("title")).toMatchObject({ problem: undefined, takesFocus: false });
    expect(problem).toBeNull();
  });

  test("the form's own words, where it has any", () => {
    const ownFields = { place: { required: () => "Say where." } };
    const { problems } = shownForm(cameBack("invalid", { place: "required", fee: "required" }), names, { ownFields });
    expect([...problems]).toEqual([
      ["place", "Say where."],
      ["fee", "Fill this in first."],
    ]);
  });
});

describe("what is wrong with the whole form", () => {
  test("is said above it, in its own words or the usual ones", () => {
    const own = { stale: () => "Too late." };
    expect(shownForm(cameBack("stale"), names, { own }).problem).toBe("Too late.");
    expect(shownForm(cameBack("last-admin"), names, { own }).problem).toContain("The last admin has to stay");
  });

  test("is said at one field, where the form wants that, and after those that come before it", () => {
    const { problem, problems } = shownForm(cameBack("wrong-code"), names, { elsewhere: "fee" });
    expect(problem).toBeNull();
    expect([...problems.keys()]).toEqual(["fee"]);
    const unknown = shownForm(cameBack("invalid", { other: "required", title: "too-long" }), names, {
      elsewhere: "fee",
    });
    expect([...unknown.problems.keys()]).toEqual(["title", "fee"]);
  });

  test("is never silent: a problem of a field that is not on the page is said above it", () => {
    expect(shownForm(cameBack("invalid", { other: "required" }), names).problem).not.toBeNull();
  });
});
