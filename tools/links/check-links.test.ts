import { describe, expect, test } from "vitest";
import { startingSets } from "#core/sets/sets.ts";
import type { StartingSet } from "#core/sets/starting-set.ts";
import { isOfGovernment } from "./official-hosts.ts";
import { addressesElsewhere, defaultTexts, problemsOfLinks, problemsOfTexts } from "./check-links.ts";

test("every default link is https, official, spelt as known, and listed once", () => {
  expect(problemsOfLinks()).toEqual([]);
  expect(addressesElsewhere().length).toBeGreaterThan(40);
});

test("each office of a set was read on a page of its own government's domain", () => {
  const offices = Object.values<StartingSet>(startingSets).flatMap(({ papers }) =>
    papers.flatMap((one) => one.offices),
  );
  expect(offices.length).toBeGreaterThan(5);
  for (const { source } of offices) expect(isOfGovernment(new URL(source).hostname)).toBe(true);
  expect(isOfGovernment("www.evisa-gov-om.info")).toBe(false);
});

test("every default text is translated into every language", () => {
  expect(problemsOfTexts()).toEqual([]);
  expect(defaultTexts.length).toBeGreaterThan(100);
});

const listed = (...links: [label: string, to: string][]) =>
  problemsOfLinks(new Map([["list", links.map(([label, to]) => ({ label, to }))]]));

describe("the check of links finds", () => {
  test.each([
    ["http", "http://www.fairwork.gov.au", "http://www.fairwork.gov.au is not https"],
    ["a look-alike host", "https://www.fairwork.gov.au.example", /no known official host/],
    ["an office that is not listed", "https://www.example.gov.au", /no known official host/],
    ["an office under its other host name", "https://fairwork.gov.au", /no known official host/],
    ["capital letters", "https://www.Fairwork.gov.au", /is spelt https:\/\/www.fairwork.gov.au/],
    ["a port", "https://www.fairwork.gov.au:443", /is spelt/],
    ["a user name before the host", "https://www.ato.gov.au@www.fairwork.gov.au", /is spelt/],
    ["a query string", "https://www.fairwork.gov.au/?utm_source=x", /is spelt https:\/\/www.fairwork.gov.au\//],
    ["a missing page of this site", "/abuot", "/abuot is no page of this site"],
    ["an invalid URL", "https://", "https:// is no address"],
  ])("%s", (_, address, problem) => {
    expect(listed(["Fair Work", address])).toContainEqual(
      typeof problem === "string" ? problem : expect.stringMatching(problem),
    );
  });

  test("a link that is listed twice, an office with two names, and a name for two offices", () => {
    const fairWork = "https://www.fairwork.gov.au";
    expect(listed(["Fair Work", fairWork], ["Fair Work", fairWork])).toEqual([`list has ${fairWork} twice`]);
    expect(listed(["Fair Work", fairWork], ["Unfair Work", fairWork])).toContain(`${fairWork} has two names`);
    expect(listed(["Fair Work", fairWork], ["Fair Work", "https://www.ato.gov.au"])).toEqual([
      "Fair Work leads to two addresses",
    ]);
  });

  test("a text that is not translated", () => {
    expect(problemsOfTexts(["Ministry of Silly Walks"])).toEqual(['"Ministry of Silly Walks" is not known in bn']);
  });
});
