import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const program = await readFile(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });

type Pixels = { pixels: Uint8Array; width: number; height: number };

/** The texts of the QR codes in a picture of four bytes a pixel, as a phone reads them. */
export async function readCodes({ pixels, width, height }: Pixels): Promise<string[]> {
  const image = { data: new Uint8ClampedArray(pixels), width, height, colorSpace: "srgb" } as ImageData;
  return (await readBarcodes(image, { formats: ["QRCode"] })).map(({ text }) => text);
}
