const fromTheRight = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const hasLettersFromTheRight = (text: string): boolean => fromTheRight.test(text);

/** Text that is part of a sentence, which keeps its own order and leaves that of the sentence alone. */
export const isolated = (text: string): string => (hasLettersFromTheRight(text) ? `\u2068${text}\u2069` : text);
