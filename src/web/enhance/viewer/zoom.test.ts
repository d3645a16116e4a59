import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitted, keptIn, movedBy, type View, whole, zoomAt } from "./zoom.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const point = fc.record({ x: number(-500, 500), y: number(-500, 500) });
const view = fc.record({ scale: number(1, 8), x: number(-2000, 2000), y: number(-2000, 2000) });
const size = fc.record({ width: number(50, 3000), height: number(50, 3000) });

/** Returns the spot of the image, measured from its middle, that lies under a point of the frame. */
const spotUnder = ({ scale, x, y }: View, at: { x: number; y: number }) => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
});

describe("zooming an image", () => {
  test("keeps the spot of the image under the finger", () => {
    fc.assert(
      fc.property(view, number(0.1, 10), point, (before, factor, at) => {
        const after = zoomAt(before, factor, at);
        expect(spotUnder(after, at).x).toBeCloseTo(spotUnder(before, at).x, 6);
        expect(spotUnder(after, at).y).toBeCloseTo(spotUnder(before, at).y, 6);
      }),
    );
  });

  test("keeps the scale between one and eight", () => {
    fc.assert(
      fc.property(view, number(0.001, 1000), point, (before, factor, at) => {
        const { scale } = zoomAt(before, factor, at);
        expect(scale).toBeGreaterThanOrEqual(1);
        expect(scale).toBeLessThanOrEqual(8);
      }),
    );
  });
});

describe("moving an image", () => {
  test("stops at the edges of the image", () => {
    fc.assert(
      fc.property(view, point, size, size, (before, by, image, frame) => {
        const { scale, x, y } = keptIn(movedBy(before, by), image, frame);
        expect(Math.abs(x)).toBeLessThanOrEqual(Math.max(0, (image.width * scale - frame.width) / 2));
        expect(Math.abs(y)).toBeLessThanOrEqual(Math.max(0, (image.height * scale - frame.height) / 2));
      }),
    );
  });

  test("keeps an image that fits in the middle", () => {
    fc.assert(
      fc.property(point, size, size, (by, image, frame) => {
        const { x, y } = keptIn(movedBy(whole, by), fitted(image, frame), frame);
        expect(x).toBeCloseTo(0, 6);
        expect(y).toBeCloseTo(0, 6);
      }),
    );
  });
});
