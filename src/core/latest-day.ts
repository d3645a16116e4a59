/** The latest day that has begun anywhere, for the server's clock may be set to another zone than the operator's. */
export const latestDay = (now: number): string => new Date(now + farthestEastMs).toISOString().slice(0, 10);

const farthestEastMs = 14 * 60 * 60 * 1000;
