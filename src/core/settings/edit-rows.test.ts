import { describe, expect, test } from "vitest";
import { defaultMenus } from "./default-menus.ts";
import { editRows } from "./edit-rows.ts";
import { type GroupRow, partFrom, placeOf, rowsIn, rowsOf } from "./menu-rows.ts";
import { menuLimits, menuParts, menusSchema } from "./menus.ts";

const link = (label: string) => ({ label, to: `/${label}`, text: "" });
const rows: GroupRow[] = [
  { title: "One", links: ["a", "b", "c"].map(link) },
  { title: "Two", links: [] },
];

const shape = (edited: ReturnType<typeof editRows>) =>
  edited && [
    edited.rows.map(({ title, links }) => `${title}:${links.map(({ label }) => label).join("")}`),
    edited.focus,
  ];

describe("editRows", () => {
  test.each([
    ["up 0 1", ["One:bac", "Two:"], "down-0-0"],
    ["up 0 2", ["One:acb", "Two:"], "up-0-1"],
    ["down 0 0", ["One:bac", "Two:"], "down-0-1"],
    ["down 0 1", ["One:acb", "Two:"], "up-0-2"],
    ["remove 0 0", ["One:bc", "Two:"], "label-0-0"],
    ["remove 0 2", ["One:ab", "Two:"], "label-0-1"],
    ["add 0", ["One:abc", "Two:"], "label-0-3"],
    ["add 1", ["One:abc", "Two:"], "label-1-0"],
    ["add", ["One:abc", "Two:", ":"], "title-2"],
    ["up 1", ["Two:", "One:abc"], "down-0"],
    ["down 0", ["Two:", "One:abc"], "up-1"],
    ["remove 0", ["Two:"], "title-0"],
  ])("applies %s and moves the focus", (pressed, after, focus) => {
    expect(shape(editRows(rows, pressed, "footer"))).toEqual([after, focus]);
  });

  test("moves the focus to the add button after the last row was removed", () => {
    expect(editRows([{ title: "", links: [link("a")] }], "remove 0 0", "navbar")?.focus).toBe("add-0");
    expect(editRows([{ title: "One", links: [] }], "remove 0", "footer")?.focus).toBe("add");
  });

  test.each([
    "",
    "save",
    "up",
    "up 0",
    "down 1",
    "up 0 0",
    "down 0 2",
    "remove 7",
    "remove 0 9",
    "add 9",
    "up x y",
    "remove -1 0",
  ])("returns null for %j", (pressed) => {
    expect(editRows(rows, pressed, "footer")).toBeNull();
  });

  test("adds no more rows than the limit", () => {
    const full = (count: number) => [{ title: "", links: Array.from({ length: count }, () => link("a")) }];
    expect(editRows(full(menuLimits.navbar), "add 0", "navbar")).toBeNull();
    expect(editRows(full(menuLimits.navbar - 1), "add 0", "navbar")).not.toBeNull();
    expect(editRows(full(1), "add", "navbar")).toBeNull();
    const groups = Array.from({ length: menuLimits.footer }, () => ({ title: "", links: [] }));
    expect(editRows(groups, "add", "footer")).toBeNull();
  });
});

test.each(menuParts)("%s is read back from its boxes unchanged", (part) => {
  const shown = rowsOf(defaultMenus, part);
  const boxes = shown.flatMap(({ title, links }) => [
    ...(title === "" ? [] : Object.entries({ title })),
    ...links.flatMap(({ label, to, text }) => Object.entries({ label, to, text })),
  ]);
  expect(rowsIn(boxes, part)).toEqual(shown);
  expect(partFrom(shown, part)).toEqual(defaultMenus[part]);
});

test("the translations of a row are read with the row, and empty boxes are left out", () => {
  const boxes: [string, string][] = [
    ["title", "Branches"],
    ["title.bn", "শাখা"],
    ["title.hi", " "],
    ["label", "Sylhet"],
    ["label.bn", "সিলেট"],
    ["label.tlh", "x"],
    ["to", "/contact"],
    ["label", "Dhaka"],
    ["label.bn", ""],
    ["to", "/about"],
  ];
  const links = [
    { label: "Sylhet", labels: { bn: "সিলেট" }, to: "/contact" },
    { label: "Dhaka", to: "/about" },
  ];
  const stored = partFrom(rowsIn(boxes, "footer"), "footer");
  expect(stored).toEqual([{ title: "Branches", titles: { bn: "শাখা" }, links }]);
  expect(menusSchema.parse({ ...defaultMenus, footer: stored }).footer).toEqual(stored);
});

test("boxes that no page sends are ignored", () => {
  const boxes = Object.entries({ to: "/x", text: "x", label: "x", ["__proto__"]: "x" });
  expect(rowsIn(boxes, "footer")).toEqual([]);
  expect(rowsIn(Object.entries({ title: "x", to: "/x" }), "navbar")).toEqual([{ title: "", links: [] }]);
});

test("the schema reports a problem under the place of its row", () => {
  const broken = {
    ...defaultMenus,
    navbar: [{ label: "", to: "/about" }],
    footer: [{ title: "", links: [{ label: "x", to: "x" }] }],
  };
  const places = menusSchema.safeParse(broken).error?.issues.map(({ path }) => ["menus", ...path].join("."));
  expect(places?.toSorted()).toEqual(
    [`${placeOf("navbar", 0, 0)}.label`, `${placeOf("footer", 0)}.title`, `${placeOf("footer", 0, 0)}.to`].toSorted(),
  );
});
