/** How an image lies in its frame: enlarged around its middle, then moved by so many pixels. */
export type View = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const whole: View = { scale: 1, x: 0, y: 0 };

const largest = 8;

/** Enlarged so that what lies under `point` stays there. Points are measured from the middle of the frame. */
export function zoomAt({ scale, x, y }: View, factor: number, point: Point): View {
  const wanted = Math.min(largest, Math.max(1, scale * factor));
  const ratio = wanted / scale;
  return { scale: wanted, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio };
}

export const movedBy = ({ scale, x, y }: View, by: Point): View => ({ scale, x: x + by.x, y: y + by.y });

/** Moved back so far that no edge of the image leaves an empty strip which the image could fill. */
export const keptIn = ({ scale, x, y }: View, image: Size, frame: Size): View => ({
  scale,
  x: within(x, image.width * scale - frame.width),
  y: within(y, image.height * scale - frame.height),
});

function within(offset: number, overhang: number): number {
  const most = Math.max(0, overhang / 2);
  return Math.min(most, Math.max(-most, offset));
}

/** The image's size when all of it just fits. */
export function fitted(image: Size, frame: Size): Size {
  const scale = Math.min(frame.width / image.width, frame.height / image.height);
  return { width: image.width * scale, height: image.height * scale };
}
