import sharp, { type Sharp } from "sharp";
import { describe, expect } from "vitest";
import { blackPng, drawnSheet, plain, pngChunk, uint32 } from "#test/support/files/handmade-files.ts";
import { gainMapJpeg } from "#test/support/files/handmade-gain-map.ts";
import { colourAt, isNear, onlyPage, test } from "#test/support/files/pipeline-test.ts";

const red = [255, 0, 0];
const blue = [0, 0, 255];
const white = [255, 255, 255];

describe("accepted files", () => {
  const formats = {
    jpeg: (sheet: Sharp) => sheet.jpeg(),
    png: (sheet: Sharp) => sheet.png(),
    webp: (sheet: Sharp) => sheet.webp(),
  } as const;

  test.for(Object.entries(formats))(
    "a %s file is recognised by its content alone",
    async ([format, encode], { publish }) => {
      const file = await publish(await encode(drawnSheet(600, 800)).toBuffer());
      expect(file).toMatchObject({ format, pages: [{ width: 600, height: 800 }] });
    },
  );

  test("only the first frame of an animated WebP is published", async ({ publish }) => {
    const frames = await Promise.all(["red", "blue"].map((colour) => plain(60, 60, colour).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const { reading, height } = onlyPage(await publish(animation));
    expect(height).toBe(60);
    expect(await colourAt(reading, 0.5, 0.5)).toSatisfy((colour: number[]) => isNear(colour, red));
  });

  test("only the first frame of an animated PNG is published", async ({ publish }) => {
    const { reading, height } = onlyPage(await publish(await animatedPng()));
    expect(height).toBe(60);
    expect(await colourAt(reading, 0.5, 0.5)).toSatisfy((colour: number[]) => isNear(colour, red));
  });

  test("a JPEG with a gain map for bright screens is published like any JPEG", async ({ publish }) => {
    const photo = await gainMapJpeg();
    expect((await sharp(photo).metadata()).gainMap).toBeDefined();
    expect(onlyPage(await publish(photo))).toMatchObject({ width: 600, height: 800 });
  });

  test("a picture of fifty megapixels is accepted", async ({ publish }) => {
    expect(onlyPage(await publish(blackPng(5000, 10_000)))).toMatchObject({ width: 2000, height: 4000 });
  });
});

describe("published images", () => {
  test("a page is published as WebP in two widths, with a placeholder", async ({ publish }) => {
    const { width, height, reading, list, placeholder } = onlyPage(await publish(drawnSheet(2480, 3508)));
    expect(await sharp(reading).metadata()).toMatchObject({ format: "webp", width: 2000, height: 2829 });
    expect(await sharp(list).metadata()).toMatchObject({ format: "webp", width: 480, height: 679 });
    expect({ width, height }).toEqual({ width: 2000, height: 2829 });
    expect(Buffer.from(placeholder, "base64").length).toBeGreaterThanOrEqual(15);
    expect(placeholder.length).toBeLessThan(40);
  });

  test("a small picture is never enlarged", async ({ publish }) => {
    const { reading, list } = onlyPage(await publish(drawnSheet(300, 200)));
    expect(await sharp(reading).metadata()).toMatchObject({ width: 300, height: 200 });
    expect(await sharp(list).metadata()).toMatchObject({ width: 300, height: 200 });
  });

  test.for([
    [1, 1],
    [1, 60_000],
    [60_000, 1],
    [700, 60_000],
  ] as const)("a picture of %i × %i pixels gets a size that WebP supports", async ([width, height], { publish }) => {
    const page = onlyPage(await publish(blackPng(width, height)));
    expect(page.width).toBeLessThanOrEqual(2000);
    expect(page.height).toBeLessThanOrEqual(16_383);
    expect(await sharp(page.reading).metadata()).toMatchObject({ width: page.width, height: page.height });
  });

  test.for([1, 2, 3, 4, 5, 6, 7, 8])(
    "a photo taken in orientation %i is published upright",
    async (orientation, { publish }) => {
      const photo = await sharp(await storedAs(orientation))
        .withMetadata({ orientation })
        .jpeg({ quality: 95 })
        .toBuffer();
      const { width, height, reading } = onlyPage(await publish(photo));
      expect({ width, height }).toEqual({ width: 120, height: 80 });
      expect(await colourAt(reading, 0.1, 0.1)).toSatisfy((colour: number[]) => isNear(colour, red));
      expect(await colourAt(reading, 0.9, 0.1)).toSatisfy((colour: number[]) => isNear(colour, blue));
      expect(await colourAt(reading, 0.1, 0.9)).toSatisfy((colour: number[]) => isNear(colour, white));
    },
  );

  test("transparent pixels become white", async ({ publish }) => {
    const glass = sharp({ create: { width: 50, height: 50, channels: 4, background: "#00000000" } });
    const { reading, list } = onlyPage(await publish(glass));
    expect(await colourAt(reading, 0.5, 0.5)).toEqual(white);
    expect(await sharp(list).metadata()).toMatchObject({ hasAlpha: false });
  });

  test("a portrait is cropped to the most salient part, in the shape of a portrait", async ({ publish }) => {
    const face = await plain(200, 250, "#c68863").png().toBuffer();
    const photo = plain(2400, 1000, "#777777").composite([{ input: face, left: 2000, top: 300 }]);
    const { reading, list, ...page } = onlyPage(await publish(await photo.jpeg().toBuffer(), "portrait"));
    expect(page).toMatchObject({ width: 666, height: 833 });
    expect(await sharp(list).metadata()).toMatchObject({ format: "webp", width: 410, height: 513 });
    const seen = await sharp(reading).resize(1, 1).raw().toBuffer();
    expect(seen[0]).toBeGreaterThan((seen[2] ?? 0) + 5);
  });

  test.for([
    [3000, 4000, 820, 1025],
    [100, 100, 80, 100],
    [1, 500, 1, 1],
  ] as const)("a portrait of %i × %i is published at %i × %i", async ([width, height, wide, high], { publish }) => {
    expect(onlyPage(await publish(blackPng(width, height), "portrait"))).toMatchObject({ width: wide, height: high });
  });
});

describe("colours", () => {
  test("a CMYK picture is published in sRGB", async ({ publish }) => {
    const cmyk = await plain(80, 80, "#c03020").toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
    const [r = 0, g = 0, b = 0] = await colourAt(onlyPage(await publish(cmyk)).reading, 0.5, 0.5);
    expect(r).toBeGreaterThan(150);
    expect(Math.max(g, b)).toBeLessThan(90);
  });

  test.for(["srgb", "rgb16"])("a wide-gamut picture (%s) keeps its colours in sRGB", async (space, { publish }) => {
    const wide = await plain(40, 40, "#fa1414").toColourspace(space).withIccProfile("p3").png().toBuffer();
    expect((await sharp(wide, { ignoreIcc: true }).stats()).channels[0]?.mean).not.toBeCloseTo(250, -1);
    const colour = await colourAt(onlyPage(await publish(wide)).reading, 0.5, 0.5);
    expect(colour).toSatisfy((seen: number[]) => isNear(seen, [250, 20, 20]));
  });

  test("a grey picture stays grey", async ({ publish }) => {
    const grey = await plain(40, 40, "#808080").toColourspace("b-w").jpeg().toBuffer();
    expect((await sharp(grey).metadata()).channels).toBe(1);
    const colour = await colourAt(onlyPage(await publish(grey)).reading, 0.5, 0.5);
    expect(colour).toSatisfy((seen: number[]) => isNear(seen, [128, 128, 128]));
  });
});

/** Returns the pixels that a camera stores in an orientation. Upright, the top is red and blue, the rest is white. */
async function storedAs(orientation: number): Promise<Buffer> {
  const halves = await Promise.all(["red", "blue"].map((colour) => plain(60, 40, colour).png().toBuffer()));
  const [left, right] = halves;
  const upright = await plain(120, 80, "white")
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: 60, top: 0 },
    ])
    .png()
    .toBuffer();
  const quarter = await sharp(upright).rotate(90).png().toBuffer();
  const ways = [
    sharp(upright),
    sharp(upright).flop(),
    sharp(upright).rotate(180),
    sharp(upright).flip(),
    sharp(quarter).flop(),
    sharp(upright).rotate(270),
    sharp(quarter).flip(),
    sharp(quarter),
  ];
  return await (ways[orientation - 1] ?? sharp(upright)).png().toBuffer();
}

/** Returns an animation of a red frame and then a blue frame. */
async function animatedPng(): Promise<Buffer> {
  const [first, second] = await Promise.all(["red", "blue"].map((colour) => plain(60, 60, colour).png().toBuffer()));
  if (!first || !second) throw new Error("Two frames are needed");
  const dataAt = (png: Buffer) => png.indexOf("IDAT") - 4;
  const dataOf = (png: Buffer) => png.subarray(dataAt(png) + 8, dataAt(png) + 8 + png.readUInt32BE(dataAt(png)));
  const frame = (number: number) =>
    pngChunk("fcTL", Buffer.concat([...[number, 60, 60, 0, 0].map(uint32), Buffer.from([0, 1, 0, 1, 0, 0])]));
  return Buffer.concat([
    first.subarray(0, dataAt(first)),
    pngChunk("acTL", Buffer.concat([uint32(2), uint32(0)])),
    frame(0),
    pngChunk("IDAT", dataOf(first)),
    frame(1),
    pngChunk("fdAT", Buffer.concat([uint32(2), dataOf(second)])),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
