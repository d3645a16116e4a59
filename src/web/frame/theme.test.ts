import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { themeColours } from "./theme.tsx";

const tokens = readFileSync(new URL("../design/tokens.css", import.meta.url), "utf8");

test("the browser's frame has the colour of the page's surface in both themes", () => {
  const surfaceOf = (rule: string) => tokens.slice(tokens.indexOf(rule)).match(/--surface: (#\w+);/)?.[1];
  expect(themeColours).toEqual({ dark: surfaceOf(":root"), light: surfaceOf('[data-theme="light"]') });
});

test("the light theme has the same colours with and without scripts", () => {
  const tokensOf = (rule: string) =>
    tokens
      .slice(tokens.indexOf(`${rule} {`))
      .match(/\{([^}]+)\}/)?.[1]
      ?.replaceAll(/\s+/g, " ");
  expect(tokensOf('[data-theme="light"]')).toContain("--surface: #fbfaf8");
  expect(tokensOf(":root:not([data-scripted])")).toBe(tokensOf('[data-theme="light"]'));
});
