import type { Point } from "./zoom.ts";

export type Gestures = {
  /** Points are measured from the middle of the stage. */
  zoom: (factor: number, at: Point) => void;
  move: (by: Point) => void;
  /** Two taps at the same place. */
  doubleTap: (at: Point) => void;
  /** One finger moved sideways. -1: to the previous page, 1: to the next page. */
  swipe: (by: -1 | 1) => void;
};

const doubleTapMs = 300;
const tapReach = 24;
const swipeReach = 60;

/** Translates fingers, mouse and wheel on the stage into gestures. */
export function watchGestures(stage: HTMLElement, { zoom, move, doubleTap, swipe }: Gestures): void {
  const fingers = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  let wasPinch = false;
  let lastTap = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  stage.addEventListener("pointerdown", (event) => {
    // With a captured pointer, the button under it would get no click.
    if (event.target instanceof Element && event.target.closest("button")) return;
    stage.setPointerCapture(event.pointerId);
    if (fingers.size === 0) wasPinch = false;
    fingers.set(event.pointerId, pointOf(event));
    start = pointOf(event);
  });

  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    fingers.set(event.pointerId, now);
    if (other) {
      wasPinch = true;
      zoom(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other));
      move({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
    } else {
      move({ x: now.x - before.x, y: now.y - before.y });
    }
  });

  const lift = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || wasPinch) return;
    const end = pointOf(event);
    const across = end.x - start.x;
    if (Math.abs(across) > swipeReach && Math.abs(end.y - start.y) < Math.abs(across) / 2) {
      return swipe(across < 0 ? 1 : -1);
    }
    if (distance(start, end) > tapReach) return;
    const isSecond = event.timeStamp - lastTap.at < doubleTapMs && distance(lastTap, end) < tapReach;
    lastTap = { at: isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp, ...end };
    if (isSecond) doubleTap(end);
  };
  stage.addEventListener("pointerup", lift);
  stage.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));

  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(zoomOf(event), pointOf(event));
    },
    { passive: false },
  );
}

/** Some devices count lines or pages instead of pixels. A pinch on a touchpad arrives as a wheel event with Ctrl. */
function zoomOf({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const pixels = deltaY * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30);
  return Math.exp(-pixels * (ctrlKey ? 0.01 : 0.002));
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
