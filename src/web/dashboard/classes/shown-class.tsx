import { ShapedWord } from "#design/page/state-label.tsx";

export const ClassName = ({ title, place, start }: { title: string; place: string; start: string }) => (
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

export type SeatState = keyof typeof shapes;

export const SeatStateWord = ({ seatState, seatWords }: { seatState: SeatState; seatWords: string }) => (
  <ShapedWord shape={shapes[seatState]} word={seatWords} />
);
