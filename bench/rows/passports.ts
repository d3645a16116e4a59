import sharp from "sharp";
import { mrzName } from "#core/records/mrz.ts";
import { grayOf, type TakenPhoto, takenPhoto } from "#test/support/passports/taken-photo.ts";
import { unpackedWeights } from "#web/dashboard/passport/character-network.ts";
import { packedWeights } from "#web/dashboard/passport/packed-weights.ts";
import { readPassport } from "#web/dashboard/passport/read-passport.ts";
import { median, quantile } from "../support/measure.ts";
import type { Row } from "../support/row.ts";

const photos = 200;

type Outcome = "read" | "not read" | "wrong";

/**
 * Reads photos of invented passports. Counts how many give number and name exactly, and how many give anything wrong.
 */
export async function passports(): Promise<Row[]> {
  const weights = unpackedWeights(packedWeights);
  const outcomes: Outcome[] = [];
  const times: number[] = [];
  for (let seed = 1; seed <= photos; seed++) {
    const photo = await takenPhoto(seed);
    const picture = await grayOf(sharp(photo.jpeg));
    const start = performance.now();
    const reading = readPassport(picture, weights);
    times.push(performance.now() - start);
    const outcome = judge(photo, reading);
    outcomes.push(outcome);
    if (outcome !== "read") console.log(seed, outcome, photo.shot, reading?.number, reading?.name, photo.holder.lines);
  }
  const share = (outcome: Outcome) => (100 * outcomes.filter((one) => one === outcome).length) / photos;
  return [
    row("passports, number and name exactly", "%", share("read"), "≥ 95 %", share("read") >= 95),
    row("passports, anything wrong", "%", share("wrong"), "≤ 1 %", share("wrong") <= 1),
    row("passports, reading, median", "ms", median(times), "≤ 1250 ms", median(times) <= 1250),
    row("passports, reading, p99", "ms", quantile(times, 0.99), "≤ 1250 ms", quantile(times, 0.99) <= 1250),
  ];
}

/** If the line cuts the name off, a right reading says so, and the clerk completes the name. */
function judge({ holder }: TakenPhoto, reading: ReturnType<typeof readPassport>): Outcome {
  const name = mrzName(holder.lines[0]);
  if (!reading) return "not read";
  const isWrongNumber = reading.number !== null && reading.number !== holder.number;
  const isWrongName = reading.name !== null && (reading.name.isCut !== name?.isCut || reading.name.name !== name.name);
  if (isWrongNumber || isWrongName) return "wrong";
  return reading.number === null || reading.name === null ? "not read" : "read";
}

const row = (name: string, unit: string, measured: number, target: string, met: boolean): Row => ({
  name,
  measured: `${Math.round(measured * 10) / 10} ${unit}`,
  floor: "",
  ratio: 0,
  target,
  met,
});
