import type { PublicState } from "#core/records/public-state.ts";
import { ShapedWord } from "#design/page/state-label.tsx";

/** A class with its times, money and counts written out. */
export type ShownClass = {
  id: string;
  title: string;
  place: string;
  start: string;
  fee: string;
  /** "3 of 20 seats taken" */
  seats: string;
  room: "left" | "full" | "closed";
  /** "17 seats left", "full", "takes no more students" */
  roomWords: string;
  /** Whether anybody has a seat. */
  isTaken: boolean;
};

/** How somebody stands with what a class costs, as a shape and a word. */
export type PayState = { shape: PublicState; word: string };

/** By what one knows a class again. */
export const ClassName = ({ title, place, start }: Pick<ShownClass, "title" | "place" | "start">) => (
  <div className="py-1">
    <strong>{title}</strong>
    <span className="block text-14 text-quiet">
      {start}
      <span aria-hidden="true"> · </span>
      <span className="sr-only">, </span>
      {place}
    </span>
  </div>
);

const shapes = { left: "shown", full: "hidden", closed: "returned" } as const;

export const RoomWord = ({ room, roomWords }: Pick<ShownClass, "room" | "roomWords">) => (
  <ShapedWord shape={shapes[room]} word={roomWords} />
);
