import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentSchema, canBeAccent, contrast, grounds, textColourOn, nearestAccent } from "#core/settings/accent.ts";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");
const [onDocument = ""] = /@media print \{.*?\n\}/s.exec(css) ?? [];
const onScreen = css.replace(onDocument, "");

const rolesOf = (...selectors: string[]) => rolesIn(onScreen, selectors);

/** Returns the roles that a surface sets. Later rules override earlier ones. */
function rolesIn(rules: string, selectors: string[]): Map<string, string> {
  const blocks = [...rules.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, heads = ""]) =>
    heads.split(/[,\n]/).some((head) => selectors.includes(head.trim())),
  );
  return new Map(
    blocks.flatMap(([, , body = ""]) =>
      [...body.matchAll(/--([\w-]+):\s*(?:var\(--[\w-]+, )?(#[0-9a-f]{6})/g)].map(
        ([, role = "", colour = ""]) => [role, colour] as const,
      ),
    ),
  );
}

const surfaces = {
  "page, dark": rolesOf(":root"),
  "page, light": rolesOf(":root", '[data-theme="light"]'),
  sheet: rolesOf(":root", ".sheet"),
  viewer: rolesOf(":root", ".night"),
  print: rolesIn(onDocument, [":root"]),
};

/** Foreground role, background role and least contrast: 7 for text (AAA), 3 for edges of controls. */
const pairs: [string, string, number][] = [
  ...["surface", "sunk", "raised"].flatMap((ground): [string, string, number][] => [
    ["ink", ground, 7],
    ["quiet", ground, 7],
    ["line-strong", ground, 3],
    ["focus", ground, 3],
    ["alarm", ground, 7],
  ]),
  ["ink", "line", 7],
  ["action-ink", "action", 7],
  ["action", "surface", 3],
];

test("every theme and surface has the same colours in print", () => {
  for (const place of ["[data-theme]", ".night", ".sheet"])
    expect(rolesIn(onDocument, [place])).toEqual(surfaces.print);
});

test.each(Object.entries(surfaces))("every pair of colours has enough contrast on the surface: %s", (name, roles) => {
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

const source = path.join(import.meta.dirname, "../");
const files = globSync("**/*.{ts,tsx,css}", { cwd: source })
  .filter((file) => !/\.test\.|design\/tokens\.css/.test(file))
  .toSorted()
  .map((file) => ({ file, text: readFileSync(path.join(source, file), "utf8") }));

const filesWith = (...patterns: RegExp[]) =>
  files.filter(({ text }) => patterns.some((pattern) => pattern.test(text))).map(({ file }) => file);

/** Roles that classes and style sheets use, after one of these beginnings. */
const usedRoles = (beginning: string) => {
  const roles = [...onScreen.matchAll(/--color-([a-z-]+):/g)]
    .map(([, role = ""]) => role)
    .toSorted((a, b) => b.length - a.length);
  const used = files.flatMap(({ text }) => [
    ...text.matchAll(new RegExp(`${beginning}(${roles.join("|")})\\b(?!-)`, "g")),
  ]);
  return new Set(used.map(([, role]) => role));
};

test("text has no other colours than the checked ones, and lies on no other backgrounds", () => {
  const drawings = ["line", "line-strong"];
  expect(usedRoles("\\b(?:text-|[ ;{]color: var\\(--)")).toEqual(
    new Set(["ink", "quiet", "alarm", "action-ink", ...drawings]),
  );
  // Only pictures and lines that nobody reads have the colours of lines.
  expect(filesWith(/\btext-line\b/)).toEqual([
    "dashboard/record-list/record-mark.tsx",
    "dashboard/records/record-lookups.tsx",
    "frame/error-pages.tsx",
    "offline/answer-offline-page.server.tsx",
    "sheet/sheet-parts.tsx",
  ]);
  // The logo lies on the plate. Nothing is written on ticks and on lines.
  const backgrounds = ["surface", "sunk", "raised", "line", "action", "plate", "ink", "line-strong"];
  expect(usedRoles("\\b(?:bg-|background: var\\(--)")).toEqual(new Set(backgrounds));
});

test("every colour is a token, and nothing that can be used is paler than its token", () => {
  // A page without style sheets, the examples of an accent, and what is drawn on a canvas, behind dialogs or as a shadow.
  expect(filesWith(/#[\da-f]{6}\b/i, /\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/)).toEqual([
    "account/setup/restoring-page.server.ts",
    "dashboard/appearance/accent-form.tsx",
    "dashboard/frame/dashboard.css",
    "dashboard/uploads/draw-image.ts",
    "design/table/data-table.css",
    "frame/theme.tsx",
    "offline/answer-offline-page.server.tsx",
  ]);
  // What cannot be used at the moment, or will be taken away.
  expect(filesWith(/[^:\]]opacity-(?!0|100\b)\d/)).toEqual([
    "dashboard/frame/dashboard.css",
    "dashboard/uploads/upload-view.tsx",
    "design/controls.css",
    "design/table/data-table.css",
  ]);
});

/** How much of a role's colour is in the background of a word for a state (table/data-table.css). */
const tints = [
  ...readFileSync(path.join(source, "design/table/data-table.css"), "utf8").matchAll(
    /--tint: color-mix\(in srgb, var\(--(\w+)\) (\d+)%, var\(--surface\)\)/g,
  ),
];

test.each(Object.entries(surfaces))(
  "the words for states are readable on their tints on the surface: %s",
  (_, roles) => {
    const channels = (role: string) =>
      [1, 3, 5].map((at) => Number.parseInt((roles.get(role) ?? "").slice(at, at + 2), 16));
    const mixed = (role: string, share: number) =>
      `#${channels(role)
        .map((value, at) =>
          Math.round(value * share + (channels("surface")[at] ?? 0) * (1 - share))
            .toString(16)
            .padStart(2, "0"),
        )
        .join("")}`;
    expect(tints).toHaveLength(3);
    for (const [, role = "", percent] of tints)
      expect(contrast(roles.get("ink") ?? "", mixed(role, Number(percent) / 100)), role).toBeGreaterThanOrEqual(7);
  },
);

test("an accent is checked against every background that a button lies on", () => {
  const { print: _, viewer: __, ...lit } = surfaces;
  const used = Object.values(lit).flatMap((roles) => ["surface", "sunk", "raised"].map((role) => roles.get(role)));
  expect(new Set(grounds)).toEqual(new Set(used));
});

test("the nearest accent has enough contrast on every background, and keeps a colour that already has", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, (typed) => {
      const nearest = nearestAccent(typed);
      expect(Math.min(...grounds.map((ground) => contrast(nearest, ground)))).toBeGreaterThanOrEqual(3);
      expect(contrast(textColourOn(nearest), nearest)).toBeGreaterThanOrEqual(4.5);
      if (canBeAccent(typed)) expect(contrast(nearest, typed)).toBeLessThan(1.02);
    }),
  );
});

test.each([
  ["#2E7D32", "#2e7d32", undefined],
  ["2e7d32 ", "#2e7d32", undefined],
  ["", "", undefined],
  ["red", undefined, "colour-format"],
  ["#0b5fa5", undefined, "colour-contrast"],
])("the typed accent %j becomes %j with the problem %j", (typed, colour, problem) => {
  const checked = accentSchema.safeParse(typed);
  expect([checked.data, checked.error?.issues[0]?.message]).toEqual([colour, problem]);
});
