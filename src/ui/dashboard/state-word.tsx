import type { ReactNode } from "react";
import type { Standing } from "#core/candidates/standing.ts";
import { m } from "#i18n/compiled/messages.js";

/** How a record stands, as a word and a shape. */
export const StateWord = ({ standing }: { standing: Standing }) => (
  <ShapedWord shape={standing} word={standingWords[standing]()} />
);

/** Another word under a shape that means much the same. */
export const ShapedWord = ({ shape, word }: { shape: Standing; word: string }) => (
  <span className="state-word">
    <svg viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      {shapes[shape]}
    </svg>
    {word}
  </span>
);

const standingWords: Record<Standing, () => string> = {
  shown: m.state_shown,
  hidden: m.state_hidden,
  waiting: m.state_waiting,
  returned: m.state_returned,
};

const ring = <circle cx="6" cy="6" r="5" />;

const shapes: Record<Standing, ReactNode> = {
  shown: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  hidden: ring,
  waiting: (
    <>
      {ring}
      <path d="M6 1a5 5 0 0 1 0 10z" fill="currentColor" stroke="none" />
    </>
  ),
  returned: <path d="M4.5 1 1.5 4l3 3M1.5 4H8a3 3 0 0 1 0 6.5H4" />,
};
