import { CheckProblem } from "./check-problem.ts";

/** The part of BarcodeDetector that this file uses. Some browsers have this class; TypeScript has no types for it. */
type Detector = { detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> };
type ReadPicture = (picture: HTMLCanvasElement) => Promise<readonly string[]>;

export type Scanner = (
  source: CanvasImageSource,
  width: number,
  height: number,
  maxSide: number,
) => Promise<readonly string[]>;

let loading: Promise<ReadPicture> | undefined;

/** Returns the browser's own scanner if it has one. Otherwise downloads ours. */
export async function loadScanner(): Promise<Scanner> {
  try {
    loading ??= ownDetector().then((own) => own ?? import("./zxing.ts").then(({ loadZxing }) => loadZxing()));
    const read = await loading;
    return (source, width, height, maxSide) => read(drawn(source, width, height, maxSide));
  } catch {
    loading = undefined;
    throw new CheckProblem("no-scanner");
  }
}

/** Null if the browser has no scanner, or its scanner does not support QR codes. */
async function ownDetector(): Promise<ReadPicture | null> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Own || !formats.includes("qr_code")) return null;
  const detector = new Own({ formats: ["qr_code"] });
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
}

function drawn(source: CanvasImageSource, width: number, height: number, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (pen) pen.imageSmoothingQuality = "high";
  pen?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}
