import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readCodes } from "#test/support/read-codes.ts";
import { QrCode } from "./qr-code.tsx";

test("a scanner reads the text of the drawn QR code", async () => {
  const address = "https://shapla.example/Check_Visa";
  const svg = renderToStaticMarkup(<QrCode text={address} describedAs={address} />);
  const drawing = Buffer.from(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'));
  const { data: pixels, info } = await sharp(drawing)
    .resize(240)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(await readCodes({ pixels, ...info })).toEqual([address]);
});
