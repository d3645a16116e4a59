/** How much is cut off at each edge, as a share of the turned picture. */
export type Crop = Record<(typeof edges)[number], number>;

export const edges = ["top", "bottom", "left", "right"] as const;
export const uncropped: Crop = { top: 0, bottom: 0, left: 0, right: 0 };

/** The largest share that can be cut off at one edge. To cut off more, the user can take the photo again. */
export const maxCut = 0.45;

/** In pixels. The site publishes a page at most 2,000 pixels wide; twice that leaves a reserve. */
const maxSide = 4000;

/** Draws the picture after `quarters` quarter turns, with no side longer than `longest`. */
function drawTurned(canvas: HTMLCanvasElement, picture: ImageBitmap, quarters: number, longest: number): void {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const isUpright = quarters % 2 === 0;
  canvas.width = isUpright ? width : height;
  canvas.height = isUpright ? height : width;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((quarters * Math.PI) / 2);
  pen.drawImage(picture, -width / 2, -height / 2, width, height);
}

export async function croppedFile(picture: ImageBitmap, quarters: number, crop: Crop): Promise<Blob | null> {
  const whole = document.createElement("canvas");
  drawTurned(whole, picture, quarters, maxSide);
  const part = document.createElement("canvas");
  part.width = Math.max(1, Math.round(whole.width * (1 - crop.left - crop.right)));
  part.height = Math.max(1, Math.round(whole.height * (1 - crop.top - crop.bottom)));
  part.getContext("2d")?.drawImage(whole, -Math.round(whole.width * crop.left), -Math.round(whole.height * crop.top));
  return new Promise((done) => part.toBlob(done, "image/jpeg", 0.92));
}

/** Returns the crop after a quarter turn: each cut stays at the same edge of the picture. */
export const turnedCrop = ({ top, bottom, left, right }: Crop, isToTheRight: boolean): Crop =>
  isToTheRight
    ? { top: left, right: top, bottom: right, left: bottom }
    : { top: right, left: top, bottom: left, right: bottom };

export function drawShaded(canvas: HTMLCanvasElement, picture: ImageBitmap, quarters: number, crop: Crop): void {
  drawTurned(canvas, picture, quarters, 1200);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const { width, height } = canvas;
  pen.resetTransform();
  pen.fillStyle = "rgb(0 0 0 / 60%)";
  pen.fillRect(0, 0, width, height * crop.top);
  pen.fillRect(0, height * (1 - crop.bottom), width, height * crop.bottom);
  const between = height * (1 - crop.top - crop.bottom);
  pen.fillRect(0, height * crop.top, width * crop.left, between);
  pen.fillRect(width * (1 - crop.right), height * crop.top, width * crop.right, between);
}

type CropCorner = { x: number; y: number };

/**
 * Returns the crop to a frame between two corners, as shares of the picture. A tap is not a frame: it crops nothing.
 */
export function frameBetween(one: CropCorner, other: CropCorner): Crop {
  if (Math.abs(one.x - other.x) < 0.05 || Math.abs(one.y - other.y) < 0.05) return uncropped;
  const atMost = (cut: number) => Math.min(maxCut, cut);
  return {
    left: atMost(Math.min(one.x, other.x)),
    right: atMost(1 - Math.max(one.x, other.x)),
    top: atMost(Math.min(one.y, other.y)),
    bottom: atMost(1 - Math.max(one.y, other.y)),
  };
}
