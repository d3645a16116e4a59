import type { ReactNode } from "react";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";

/** `unknown`: the record does not exist. `unchecked`: nobody has asked whether it does. */
type LabelledState = PublicState | "unknown" | "unchecked";

export const StateWord = ({ publicState }: { publicState: LabelledState }) => (
  <ShapedWord shape={publicState} word={stateWords[publicState]()} />
);

/** Shows another word with the shape of a similar state. */
export const ShapedWord = ({ shape, word }: { shape: LabelledState; word: string }) => (
  <span className="state-word" data-shape={shape}>
    <svg viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      {shapes[shape]}
    </svg>
    {word}
  </span>
);

export const stateWords: Record<LabelledState, () => string> = {
  shown: m.state_shown,
  hidden: m.state_hidden,
  waiting: m.state_waiting,
  returned: m.state_returned,
  unknown: m.state_unknown,
  unchecked: m.state_unchecked,
};

const dash = <path d="M3 6h6" />;
const ring = <circle cx="6" cy="6" r="5" />;

const shapes: Record<LabelledState, ReactNode> = {
  shown: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  hidden: ring,
  waiting: (
    <>
      {ring}
      <path d="M6 1a5 5 0 0 1 0 10z" fill="currentColor" stroke="none" />
    </>
  ),
  unknown: dash,
  unchecked: dash,
  returned: <path d="M4.5 1 1.5 4l3 3M1.5 4H8a3 3 0 0 1 0 6.5H4" />,
};
