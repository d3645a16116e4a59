/** Returns "1 deletion" or "2 deletions". For the command line, which is in English only. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
