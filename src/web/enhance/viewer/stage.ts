import { watchGestures } from "./gestures.ts";
import { fitted, keptIn, movedBy, type Point, type View, whole, zoomAt } from "./zoom.ts";

const middle: Point = { x: 0, y: 0 };
const doubleTapFactor = 2.5;
const step = 1.5;
const nudge = 80;

type Listeners = { onScale: (scale: number) => void; onSwipe: (by: -1 | 1) => void };

/** Shows an image in a frame. Keeps its scale and offset, and keeps the image's edges outside the frame. */
export function openStage(frame: HTMLElement, image: HTMLImageElement, { onScale, onSwipe }: Listeners) {
  let view = whole;

  const show = (wanted: View) => {
    const room = { width: frame.clientWidth, height: frame.clientHeight };
    const natural = { width: image.naturalWidth || room.width, height: image.naturalHeight || room.height };
    view = keptIn(wanted, fitted(natural, room), room);
    image.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    frame.toggleAttribute("data-enlarged", view.scale > 1);
    onScale(view.scale);
  };
  const zoom = (factor: number, at: Point) => show(zoomAt(view, factor, at));

  watchGestures(frame, {
    zoom,
    move: (by) => show(movedBy(view, by)),
    doubleTap: (at) => (view.scale > 1 ? show(whole) : zoom(doubleTapFactor, at)),
    swipe: (by) => {
      if (view.scale === 1) onSwipe(by);
    },
  });
  new ResizeObserver(() => show(view)).observe(frame);

  return {
    /** For an image that has just loaded. Keeps the present scale. */
    fit: () => show(view),
    reset: () => show(whole),
    larger: () => zoom(step, middle),
    smaller: () => zoom(1 / step, middle),
    /** Moves the image one step, for keys. */
    nudge: (across: -1 | 0 | 1, down: -1 | 0 | 1) => show(movedBy(view, { x: -across * nudge, y: -down * nudge })),
    isEnlarged: () => view.scale > 1,
  };
}
