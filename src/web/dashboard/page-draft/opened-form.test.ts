import { expect, test } from "vitest";
import { leaveForm, openForm } from "./opened-form.ts";
import type { BoxFields } from "./use-autosave.ts";

const empty: BoxFields = [["title", ""]];
const title = (text: string): BoxFields => [["title", text]];
const opens = (name: string, now = empty, cameBack = false) => openForm(name, now, { cameBack, isTyped: false });

test("each text has a number of its own, and a form that is as it was opened has no draft", () => {
  const { form } = opens("a:1");
  const stamps = [title("One"), title("One"), title("Two")].map((fields) => form.stamp(fields));
  const opening = stamps[0]?.split("/")[0] ?? "";
  expect(opening).toMatch(/^[a-z0-9]{12}$/);
  expect(stamps).toEqual([`${opening}/1`, `${opening}/1`, `${opening}/2`]);
  form.putsBack("000000000001/7");
  expect(form.saving("a:1", title("Two"))).toEqual([
    ["do", "keep"],
    ["page-draft", `a:1 ${opening}/2 000000000001/7`],
    ["title", "Two"],
  ]);
  expect(form.saving("a:1", empty)[0]).toEqual(["do", "end"]);
});

test("a form that came back goes on as the same form, with what was typed while it was on its way", () => {
  const sent: BoxFields = [...title("Sent"), ["text", ""], ["year", "24"]];
  const { form } = opens("a:2");
  form.sent(sent);
  leaveForm("a:2", form, [...title("Sent"), ["text", "Typed meanwhile"], ["year", "24"]]);
  const posted: BoxFields = [...title("Sent"), ["text", ""], ["year", "2024"]];
  const again = opens("a:2", posted, true);
  expect(again.form).toBe(form);
  expect(Object.fromEntries(again.typedSince ?? [])).toEqual({ title: "Sent", text: "Typed meanwhile", year: "2024" });
});

test("what was typed after a form was sent is offered if it was accepted, and what was sent is not", () => {
  const { form } = opens("a:3");
  form.stamp(title("Sent"));
  form.sent(title("Sent"));
  leaveForm("a:3", form, title("Sent"));
  expect(opens("a:3").leftText).toBeNull();
  leaveForm("a:3", form, title("A second thought"));
  const next = opens("a:3");
  expect(next.form).not.toBe(form);
  expect(next.leftText?.fields).toEqual(title("A second thought"));
});
