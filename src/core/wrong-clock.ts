/** The largest difference that is accepted between the clocks of two processes. */
export const clockToleranceMs = 60_000;

/**
 * True if an end lies later than an end that starts now can. Then it was set while the clock was ahead, and counts as over.
 * Otherwise it would last until that time arrives.
 */
export const endsTooLate = (endsAt: number, latestEnd: number): boolean => endsAt > latestEnd + clockToleranceMs;
