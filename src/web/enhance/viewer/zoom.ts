/** How an image lies in its frame: scaled around its middle, then moved by `x` and `y` pixels. */
export type View = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const whole: View = { scale: 1, x: 0, y: 0 };

const largest = 8;

/** Scales the view so that the spot under `point` stays there. Points are measured from the middle of the frame. */
export function zoomAt({ scale, x, y }: View, factor: number, point: Point): View {
  const wanted = Math.min(largest, Math.max(1, scale * factor));
  const ratio = wanted / scale;
  return { scale: wanted, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio };
}

export const movedBy = ({ scale, x, y }: View, by: Point): View => ({ scale, x: x + by.x, y: y + by.y });

/** Moves the view back until no edge of the image leaves an empty strip that the image could fill. */
export const keptIn = ({ scale, x, y }: View, image: Size, frame: Size): View => ({
  scale,
  x: within(x, image.width * scale - frame.width),
  y: within(y, image.height * scale - frame.height),
});

function within(offset: number, overhang: number): number {
  const most = Math.max(0, overhang / 2);
  return Math.min(most, Math.max(-most, offset));
}

/** Returns the largest size at which the whole image fits into the frame. */
export function fitted(image: Size, frame: Size): Size {
  const scale = Math.min(frame.width / image.width, frame.height / image.height);
  return { width: image.width * scale, height: image.height * scale };
}
