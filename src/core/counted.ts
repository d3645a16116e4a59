/** "1 deletion", "2 deletions": for the command line, which speaks English alone. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
