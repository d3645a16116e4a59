import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { themeColours } from "./theme.tsx";

test("the frame has the colours of the pages' surfaces", () => {
  const tokens = readFileSync(new URL("../design/tokens.css", import.meta.url), "utf8");
  const surfaceOf = (rule: string) => tokens.slice(tokens.indexOf(rule)).match(/--surface: (#\w+);/)?.[1];
  expect(themeColours).toEqual({ dark: surfaceOf(":root"), light: surfaceOf('[data-theme="light"]') });
});
