import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import program from "zxing-wasm/reader/zxing_reader.wasm?url";

/**
 * Reads QR codes if the browser has no scanner. `locateFile` loads the WebAssembly file from this site: by default the
 * library downloads it from another site.
 */
export async function loadZxing(): Promise<(picture: HTMLCanvasElement) => Promise<readonly string[]>> {
  await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true });
  return async (picture) => {
    const dots = picture.getContext("2d")?.getImageData(0, 0, picture.width, picture.height);
    const found = dots ? await readBarcodes(dots, { formats: ["QRCode"], maxNumberOfSymbols: 4 }) : [];
    return found.filter(({ isValid }) => isValid).map(({ text }) => text);
  };
}
