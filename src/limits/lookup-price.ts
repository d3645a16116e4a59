/** The numbers of misses from which lookups cost more. A miss is a lookup that found nothing, whatever the reason. */
export type LookupLimits = {
  /** Per network and hour: this many misses are free. */
  freeMisses: number;
  /** Per network and hour: from this many misses on, lookups are refused. */
  maxMisses: number;
  /** For the whole site in ten minutes: from this many misses on, networks that miss pay. */
  calmMisses: number;
  /** A network that found a record lately pays for the misses of others only from this many of its own on. */
  forgivenMisses: number;
  /** Per number and day, from any network: from this many wrong names on, each further name costs more. */
  freeWrongNames: number;
};

export const lookupLimits: LookupLimits = {
  freeMisses: 30,
  maxMisses: 300,
  calmMisses: 1000,
  forgivenMisses: 5,
  freeWrongNames: 5,
};

/** Level 0 is free. Each further level is twice the work of the level below. */
export type Level = number;

export type Counts = {
  /** Misses of the visitor's network within the hour. */
  network: number;
  /** Misses of the /24 of IPv4 or the /48 of IPv6 around the network within the hour. */
  neighbourhood: number;
  /** Misses of everybody within ten minutes. */
  everyone: number;
  /** Wrong names for this number within the day. 0 if no name is required. */
  wrongNames: number;
  isRecentFinder: boolean;
};

/** The highest level where nobody guesses a name or a password: at most about twenty seconds on a cheap phone. */
const hardest: Level = 6;
/** About two minutes. Used only where a name or a password is being guessed. */
const hardestForGuesses: Level = 8;
const firstForGuesses: Level = 3;
/**
 * A /24 of IPv4 or a /48 of IPv6 has as many free misses as this many networks. Beyond them, each network in it pays that
 * has not found a record lately, and none is refused: many honest people may share it.
 */
const networksOfNeighbours = 8;
/** A wave is high from this many times `calmMisses` on. */
const highWave = 8;

export function levelOf(counts: Counts, limits: LookupLimits): Level {
  const paysForOthers = !counts.isRecentFinder || counts.network >= limits.forgivenMisses;
  const wave = paysForOthers ? waveLevel(counts, limits) : 0;
  const neighbourhood = paysForOthers ? counts.neighbourhood : 0;
  const own = levelOfNetwork({ network: counts.network, neighbourhood }, limits.freeMisses);
  return Math.max(Math.min(own + wave, hardest), levelOfGuesses(counts.wrongNames, limits.freeWrongNames));
}

/** The price of a network's own misses, and of those of its neighbourhood. `free` is what one network may miss. */
export const levelOfNetwork = (
  { network, neighbourhood }: Pick<Counts, "network" | "neighbourhood">,
  free: number,
): Level =>
  Math.min(Math.max(levelFrom(network, free), levelFrom(neighbourhood, free * networksOfNeighbours)), hardest);

/** The price of guessing one thing: the name that belongs to a number, or the password of an address. */
export function levelOfGuesses(guesses: number, free: number): Level {
  const guessed = levelFrom(guesses, free);
  return guessed === 0 ? 0 : Math.min(guessed + firstForGuesses - 1, hardestForGuesses);
}

/** A network that has not missed within the hour pays little for the misses of others, and only in a high wave. */
const waveLevel = ({ everyone, network }: Counts, { calmMisses }: LookupLimits): Level =>
  network === 0 ? Math.min(levelFrom(everyone, calmMisses * highWave), 1) : levelFrom(everyone, calmMisses);

/** Returns 1 from `start` on, and one more each time the count doubles. */
const levelFrom = (count: number, start: number): Level =>
  count < start ? 0 : 1 + Math.floor(Math.log2(count / Math.max(start, 1)));

/** Returns how long visitors without JavaScript wait instead. */
export const waitSecondsOf = (level: Level): number => Math.min(10 * 2 ** (level - 1), 60);
