import { assert, integer, option, property } from "fast-check";
import { expect, test } from "vitest";
import { parseLogPath, tilePath } from "./log-path.ts";

const tile = (level: number | null, place: number, width = 256) => ({ kind: "tile", level, place, width }) as const;

test.for([
  ["/log/checkpoint", { generation: 1, file: { kind: "checkpoint" } }],
  ["/log/2/checkpoint", { generation: 2, file: { kind: "checkpoint" } }],
  ["/log/newest/checkpoint", { generation: "newest", file: { kind: "checkpoint" } }],
  ["/log/proof/0", { generation: 1, file: { kind: "proof", position: 0 } }],
  ["/log/tile/0/x001/x234/067", { generation: 1, file: tile(0, 1_234_067) }],
  ["/log/12/tile/entries/000.p/112", { generation: 12, file: tile(null, 0, 112) }],
  ["/log/tile/63/999", { generation: 1, file: tile(63, 999) }],
] as const)("%s is a file of a log", ([path, found]) => expect(parseLogPath(path)).toEqual(found));

test.for([
  "/log",
  "/log/",
  "/log/0/checkpoint",
  "/log/1/checkpoint",
  "/log/02/checkpoint",
  "/log/newest/2/checkpoint",
  "/log/newest",
  "/log/checkpoint/",
  "/log/checkpoint\n",
  "/log/Checkpoint",
  "/log/proof/00",
  "/log/proof/-1",
  "/log/proof/9999999999999999",
  "/log/tile/00/000",
  "/log/tile/64/000",
  "/log/tile/-1/000",
  "/log/tile/0/0",
  "/log/tile/0/0000",
  "/log/tile/0/x000/001",
  "/log/tile/0/001/x234",
  "/log/tile/0/X001/234",
  "/log/tile/0/000.p/0",
  "/log/tile/0/000.p/01",
  "/log/tile/0/000.p/256",
  "/log/tile/0/000.p/999",
  "/log/tile/entries/../000",
  "/log/tile/0/x999/x999/x999/x999/x999/999",
  "/log/tile/٠/٠٠٠",
])("%s is not a file of a log", (path) => expect(parseLogPath(path)).toBeNull());

test("every tile has exactly one path", () => {
  const tiles = property(
    option(integer({ min: 0, max: 63 })),
    integer({ min: 0, max: 1e9 }),
    integer({ min: 1, max: 256 }),
    (level, place, width) => {
      expect(parseLogPath(`/log/${tilePath(tile(level, place, width))}`)?.file).toEqual(tile(level, place, width));
    },
  );
  expect(() => assert(tiles)).not.toThrow();
});
