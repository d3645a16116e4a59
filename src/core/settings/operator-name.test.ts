import { expect, test } from "vitest";
import { operatorName } from "./operator-name.ts";
import { defaultSettings } from "./settings.ts";

const { operator } = defaultSettings("2026-03-31");

test("until the operator has said who they are, the site goes by its host", () => {
  expect(operatorName(operator, "https://check.agency.example")).toBe("check.agency.example");
  expect(operatorName(operator, "http://localhost:3000")).toBe("localhost:3000");
});

test("then by the name", () => {
  expect(operatorName({ ...operator, name: "Shapla Overseas" }, "http://localhost:3000")).toBe("Shapla Overseas");
});
