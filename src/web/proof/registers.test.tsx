import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Registers } from "./registers.tsx";

const keys = [{ kid: "own", x: "", y: "" }];
const entry = { name: "Padma Overseas", licence: "RL-2", keys, state: "listed" } as const;

test("a site that a register no longer lists, lists only later, or lists with another key, does not say that it is in the list", () => {
  const origin = "https://padma.example";
  const now = Date.parse("2026-11-27T10:00:00Z");
  const shown = (more: { from: string; until?: string; origin?: string; state?: "ended"; keys?: [] }) => {
    const list = { signed: Date.parse("2026-11-20"), agencies: [{ ...entry, origin, ...more }] };
    const register = { name: "Association", address: "https://a.example/r.jwt", read: 0, list };
    return renderToStaticMarkup(<Registers registers={[register]} origin={origin} ownKey="own" now={now} />);
  };
  const says = "This site is in the list.";
  expect(shown({ from: "2026-01-01" })).toContain(says);
  expect(shown({ from: "2026-01-01" })).toContain("older than a day");
  expect(shown({ from: "2026-01-01", until: "2026-11-27" })).toContain(says);
  for (const other of [
    { from: "2026-01-01", until: "2026-11-26" },
    { from: "2026-01-01", until: "2026-12-26", state: "ended" as const },
    { from: "2026-11-28" },
    { from: "2026-01-01", origin: "https://shapla.example" },
    { from: "2026-01-01", keys: [] as [] },
  ])
    expect(shown(other)).not.toContain(says);
});
