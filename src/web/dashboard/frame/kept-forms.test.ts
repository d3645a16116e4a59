import { expect, test } from "vitest";

/** These pages have buttons but no fields: no typed value can be lost. */
const withoutBoxes = [
  "classes/delete-class",
  "classes/give-up-seat",
  "classes/remove-student",
  "people/person-action",
  "posts/delete-post",
  "records/delete-record",
];

const routes = import.meta.glob<Record<string, unknown>>("../**/*.route.tsx", { eager: true });

// e2e/dashboard/failures.spec.ts shows what keepFormOnFailure does. No page has another clientAction.
test("every page with a form keeps the typed values when no response arrives", () => {
  const withAction = Object.entries(routes).filter(([, route]) => "action" in route);
  expect(withAction.length).toBeGreaterThan(20);
  const loses = withAction.filter(([, route]) => !("clientAction" in route));
  expect(loses.map(([file]) => file.slice("../".length, -".route.tsx".length)).toSorted()).toEqual(withoutBoxes);
});
