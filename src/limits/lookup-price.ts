/** How many misses cost how much. A miss is a lookup that found nothing, whatever the reason. */
export type LookupLimits = {
  /** Per network and hour: as many cost nothing. */
  freeMisses: number;
  /** Per network and hour: from here on lookups are refused. */
  mostMisses: number;
  /** Of the whole site in ten minutes: beyond, every network pays that found nothing lately. */
  calmMisses: number;
  /** How many misses a network that found a record lately has free then. */
  forgivenMisses: number;
  /** Per number and day, from any network: beyond, each further name costs more. */
  freeWrongNames: number;
};

export const lookupLimits: LookupLimits = {
  freeMisses: 30,
  mostMisses: 300,
  calmMisses: 1000,
  forgivenMisses: 5,
  freeWrongNames: 5,
};

/** 0 costs nothing. Each further level is twice the work of the one below. */
export type Level = number;

export type Counts = {
  /** Misses of the visitor's network within the hour. */
  network: number;
  /** Misses of everybody within ten minutes. */
  everyone: number;
  /** Wrong names for this number within the day; 0 where names are not asked for. */
  wrongNames: number;
  /** Whether this network found a record lately. */
  isRecentFinder: boolean;
};

/** Some twenty seconds on a cheap phone, at most. */
const hardest: Level = 6;
/** Some two minutes: only for a number whose name is being guessed. */
const hardestForNumber: Level = 8;
const firstForNumber: Level = 3;

export function levelOf(counts: Counts, limits: LookupLimits): Level {
  const isForgiven = counts.isRecentFinder && counts.network < limits.forgivenMisses;
  const wave = isForgiven ? 0 : levelFrom(counts.everyone, limits.calmMisses);
  const own = levelFrom(counts.network, limits.freeMisses);
  const guessed = levelFrom(counts.wrongNames, limits.freeWrongNames);
  const ofNumber = guessed === 0 ? 0 : Math.min(guessed + firstForNumber - 1, hardestForNumber);
  return Math.max(Math.min(own + wave, hardest), ofNumber);
}

/** 1 from `start` on, and one more each time the count doubles. */
const levelFrom = (count: number, start: number): Level =>
  count < start ? 0 : 1 + Math.floor(Math.log2(count / Math.max(start, 1)));

/** How long visitors without scripts wait instead. */
export const waitSecondsOf = (level: Level): number => Math.min(10 * 2 ** (level - 1), 60);
