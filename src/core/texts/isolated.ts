const fromTheRight = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const hasLettersFromTheRight = (text: string): boolean => fromTheRight.test(text);

/** Text that is part of a sentence: it keeps its own order, and leaves that of the sentence alone. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The same for a sentence that is drawn from the left. */
export const isolatedInDrawing = (text: string): string => (hasLettersFromTheRight(text) ? isolated(text) : text);
