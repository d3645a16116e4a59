import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { mrzName } from "#core/records/mrz.ts";
import { seededRandom } from "#demo/random.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { drawPage } from "#test/support/passports/draw-page.ts";
import { inventHolder } from "#test/support/passports/holder.ts";
import { grayOf, takenPhoto } from "#test/support/passports/taken-photo.ts";
import { unpackedWeights } from "./character-network.ts";
import { packedWeights } from "./packed-weights.ts";
import { readPassport } from "./read-passport.ts";

const weights = unpackedWeights(packedWeights);

const read = async (picture: Sharp) => readPassport(await grayOf(picture), weights);

/** A small sample: `npm run bench -- passports` reads 200 photos. */
test("the number and the name in photos of passports are read without a mistake", async () => {
  const seeds = [100_002, 100_013, 100_018, 100_029];
  for (const seed of seeds) {
    const { holder, jpeg } = await takenPhoto(seed);
    const reading = await read(sharp(jpeg));
    expect(reading).toMatchObject({ number: holder.number, name: mrzName(holder.lines[0]) });
  }
});

describe("a passport page", async () => {
  const random = seededRandom(7);
  const holder = inventHolder(random);
  const { width, height, data } = await drawPage(holder, random);
  const page = () => sharp(data, { raw: { width, height, channels: 3 } });
  const asItIs = { number: holder.number, name: mrzName(holder.lines[0]) };

  test.each([0, 90, 180, 270])("is read from a screenshot turned by %i degrees", async (degrees) => {
    expect(await read(page().rotate(degrees))).toMatchObject(asItIs);
  });

  test("without its lower line does not count as a passport", async () => {
    const above = page().extract({ left: 0, top: 0, width, height: Math.round(height * 0.88) });
    expect(await read(above)).toBeNull();
  });

  test("with a smear over its lines gives no number and no name", async () => {
    const smear = `<svg width="${width}" height="${height}"><rect x="${width * 0.1}" y="${height * 0.83}" width="${width * 0.15}" height="${height * 0.16}" fill="#eee"/></svg>`;
    const reading = await read(page().composite([{ input: Buffer.from(smear) }]));
    expect(reading?.number ?? null).toBeNull();
    expect(reading?.name ?? null).toBeNull();
  });
});

test("a picture without a passport gives null", async () => {
  expect(await read(sharp(await drawnDocument(900, 1200)))).toBeNull();
  const random = seededRandom(1);
  const noise = Buffer.from(Uint8Array.from({ length: 200_000 }, () => random() * 256));
  expect(await read(sharp(noise, { raw: { width: 500, height: 400, channels: 1 } }))).toBeNull();
});
