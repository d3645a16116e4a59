/** The clocks of two processes may differ by so much. */
export const clockToleranceMs = 60_000;

/**
 * What ends later than it could if it began now was begun while the clock was ahead: it counts as over, or it would last until that
 * time comes.
 */
export const endsTooLate = (endsAt: number, latestEnd: number): boolean => endsAt > latestEnd + clockToleranceMs;
