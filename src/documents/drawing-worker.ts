import sharp from "sharp";
import { drawCard } from "./draw-card.ts";
import { drawDownload } from "./draw-download.ts";
import { drawShared } from "./draw-shared.ts";
import type { Drawing } from "./drawings.ts";
import { drawReceipt } from "./slip/draw-receipt.ts";
import { drawSlip } from "./slip/draw-slip.ts";
import { becomeWorker } from "./become-worker.ts";

/** The child process that draws everything with text. Its parent sends one drawing at a time. */

sharp.concurrency(1);
sharp.cache(false);
becomeWorker();
process.on("message", (drawing: Drawing) => void answer(drawing));

async function answer(drawing: Drawing): Promise<void> {
  try {
    process.send?.(await drawn(drawing));
  } catch (error) {
    process.send?.({ problem: String(error) });
  }
}

async function drawn(drawing: Drawing): Promise<Uint8Array> {
  if (drawing.kind === "card") return drawCard(drawing.card);
  if (drawing.kind === "download") return drawDownload(drawing);
  if (drawing.kind === "shared") return drawShared(drawing);
  if (drawing.kind === "receipt") return drawReceipt(drawing.page);
  return drawSlip(drawing.slip);
}
