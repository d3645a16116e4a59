import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");
const [onDocument = ""] = /@media print \{.*?\n\}/s.exec(css) ?? [];
const onScreen = css.replace(onDocument, "");

const rolesOf = (...selectors: string[]) => rolesIn(onScreen, selectors);

/** The roles that a surface sets, later rules over earlier ones. */
function rolesIn(rules: string, selectors: string[]): Map<string, string> {
  const blocks = [...rules.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, heads = ""]) =>
    heads.split(/[,\n]/).some((head) => selectors.includes(head.trim())),
  );
  return new Map(
    blocks.flatMap(([, , body = ""]) =>
      [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, role = "", colour = ""]) => [role, colour] as const),
    ),
  );
}

const surfaces = {
  "page, dark": rolesOf(":root"),
  "page, light": rolesOf(":root", '[data-theme="light"]'),
  sheet: rolesOf(":root", ".sheet"),
  "viewer and the page that is not there": rolesOf(":root", ".night"),
  print: rolesIn(onDocument, [":root"]),
};

/** What is read or looked at, on what, and how much contrast it needs: 7 for text (AAA), 3 for edges of controls. */
const pairs: [string, string, number][] = [
  ...["surface", "sunk", "raised"].flatMap((ground): [string, string, number][] => [
    ["ink", ground, 7],
    ["quiet", ground, 7],
    ["line-strong", ground, 3],
    ["focus", ground, 3],
  ]),
  ["alarm", "surface", 7],
  ["action-ink", "action", 7],
  ["action", "surface", 3],
];

test("a print is the same whatever was on the screen", () => {
  for (const place of ["[data-theme]", ".night", ".sheet"])
    expect(rolesIn(onDocument, [place])).toEqual(surfaces.print);
});

test.each(Object.entries(surfaces))("%s: everything can be read", (name, roles) => {
  const colourOf = (role: string) => {
    const colour = roles.get(role);
    if (colour === undefined) throw new Error(`${name} has no ${role}`);
    return colour;
  };
  const measured = pairs.map(([front, ground, least]) => ({
    front,
    ground,
    least,
    contrast: contrast(colourOf(front), colourOf(ground)),
  }));
  const figures = measured.map((one) => `${one.front} on ${one.ground} ${one.contrast.toFixed(1)}`);
  process.stdout.write(`${name}: ${figures.join(", ")}\n`);
  expect(measured.filter((one) => one.contrast < one.least)).toEqual([]);
});

/** As WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
