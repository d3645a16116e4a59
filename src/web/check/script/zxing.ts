import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import program from "zxing-wasm/reader/zxing_reader.wasm?url";

/**
 * Reads QR codes if the browser has no scanner. `locateFile` loads the WebAssembly file from this site: by default the
 * library downloads it from another site.
 */
export async function loadZxing(): Promise<(picture: HTMLCanvasElement) => Promise<readonly string[]>> {
  await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true });
  return async (picture) => {
    const dots = picture.getContext("2d")?.getImageData(0, 0, picture.width, picture.height);
    if (!dots) return [];
    const found = await codesIn(dots, quickly);
    return found.length > 0 ? found : codesIn(dots, thoroughly);
  };
}

/** Also looks for light codes on dark ground, and in smaller copies of the picture: four times the work. */
const thoroughly: ReaderOptions = { formats: ["QRCode"], maxNumberOfSymbols: 4 };
const quickly: ReaderOptions = { ...thoroughly, tryInvert: false, tryDownscale: false };

const codesIn = async (dots: ImageData, options: ReaderOptions) =>
  (await readBarcodes(dots, options)).filter(({ isValid }) => isValid).map(({ text }) => text);
