import { describe, expect, test } from "vitest";
import { turnedCrop, uncropped } from "./draw-image.ts";

describe("the crop of a picture", () => {
  const crop = { ...uncropped, top: 0.3, left: 0.1 };

  test("stays at the same edges of the picture when the picture is turned", () => {
    expect(turnedCrop(crop, true)).toEqual({ right: 0.3, top: 0.1, left: 0, bottom: 0 });
    expect(turnedCrop(crop, false)).toEqual({ left: 0.3, bottom: 0.1, top: 0, right: 0 });
  });

  test.each([true, false])("is unchanged after four quarter turns", (isToTheRight) => {
    const turn = (given: typeof crop) => turnedCrop(given, isToTheRight);
    expect(turn(turn(turn(turn(crop))))).toEqual(crop);
  });
});
