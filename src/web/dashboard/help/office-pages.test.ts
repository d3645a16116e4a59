import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { allFeatures, featuresWhere } from "#core/settings/features.ts";
import { officePages } from "./office-pages.server.ts";

const files = readdirSync("docs/office");

test.each([
  ["en", /^(\w+)\.md$/],
  ["bn", /^(\w+)\.bn\.md$/],
] as const)("the help in %s has each document for the office, and links only to its own parts", (language, name) => {
  const { welcome, office } = officePages(language, { features: allFeatures });
  const names = files.flatMap((file) => name.exec(file)?.[1] ?? []);
  expect(["README", ...office.map((page) => page.name)].toSorted()).toEqual(names.toSorted());
  const html = welcome + office.map((page) => page.html).join("");
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
  expect(links.filter((href) => !office.some((page) => href === `#${page.name}`))).toEqual([]);
  for (const page of office) expect(page.title + page.html).toMatch(/^\p{L}[^#*|[\]]+<p>/u);
});

test.each(["en", "bn"] as const)(
  "the help in %s leaves out sections and lines about features that are off",
  (language) => {
    const lengthOf = (off: string) => {
      const { welcome, office } = officePages(language, { features: featuresWhere((one) => one !== off) });
      const html = welcome + office.map((page) => page.html).join("");
      expect(html).not.toContain("<!--");
      return html.length;
    };
    const whole = lengthOf("");
    for (const feature of ["bulk", "statements"]) expect([feature, lengthOf(feature) < whole]).toEqual([feature, true]);
  },
);
