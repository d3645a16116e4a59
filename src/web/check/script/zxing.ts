import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import program from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Reads QR codes where the browser cannot. Its program comes from this site; left to itself it would fetch it from another. */
export async function loadZxing(): Promise<(picture: HTMLCanvasElement) => Promise<readonly string[]>> {
  await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true });
  return async (picture) => {
    const dots = picture.getContext("2d")?.getImageData(0, 0, picture.width, picture.height);
    const found = dots ? await readBarcodes(dots, { formats: ["QRCode"], maxNumberOfSymbols: 4 }) : [];
    return found.filter(({ isValid }) => isValid).map(({ text }) => text);
  };
}
