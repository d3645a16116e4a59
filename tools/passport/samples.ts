import type { Random } from "../../src/demo/random.ts";
import { characters, noCharacter } from "../../src/web/dashboard/passport/character-network.ts";
import { cutCharacter } from "../../src/web/dashboard/passport/cut-character.ts";
import type { Cell } from "../../src/web/dashboard/passport/find-lines.ts";
import type { Strip } from "./draw-strip.ts";

export type Sample = { character: Float32Array; label: number };

/** The number of samples of each strip that contain no character. */
const emptyCells = 4;

/** One sample of each character, slightly off its place, and some samples between, above and below the characters. */
export function samplesOf({ picture, cells }: Strip, random: Random): Sample[] {
  const near = (reach: number) => (random() + random() - 1) * reach;
  const samples = cells.map(({ cell, character }) => ({
    character: cutCharacter(picture, unsteady(cell, near(0.2), near(0.22), near)),
    label: characters.indexOf(character),
  }));
  for (let more = 0; more < emptyCells; more++) {
    const found = cells[Math.floor(random() * cells.length)];
    if (!found) continue;
    const isBetween = random() < 0.5;
    const [u, v] = isBetween ? [random() < 0.5 ? -0.5 : 0.5, near(0.3)] : [near(1), random() < 0.5 ? -2 : 2];
    samples.push({ character: cutCharacter(picture, unsteady(found.cell, u, v, near)), label: noCharacter });
  }
  return samples;
}

function unsteady({ middle, right, down }: Cell, u: number, v: number, near: (reach: number) => number): Cell {
  const [wider, higher, turn, lean] = [1 + near(0.1), 1 + near(0.12), near(0.08), near(0.12)];
  return {
    middle: { x: middle.x + u * right.x + v * down.x, y: middle.y + u * right.y + v * down.y },
    right: { x: right.x * wider - turn * right.y, y: right.y * wider + turn * right.x },
    down: { x: down.x * higher + lean * right.x, y: down.y * higher + lean * right.y },
  };
}
