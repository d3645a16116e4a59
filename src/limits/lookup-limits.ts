/** How many misses cost how much. A miss is a lookup that found nothing, whatever the reason. */
export type LookupLimits = {
  /** Of one network in an hour: so many cost nothing. */
  freeMisses: number;
  /** Of one network in an hour: from here on it is told to come back later. */
  mostMisses: number;
  /** Of the whole site in ten minutes: beyond, everybody pays whom nothing speaks for. */
  calmMisses: number;
  /** What a network that found a record lately may miss before it pays in such a wave. */
  forgivenMisses: number;
  /** For one number in a day, from anywhere: beyond, each further name costs the more. */
  freeWrongNames: number;
};

export const lookupLimits: LookupLimits = {
  freeMisses: 30,
  mostMisses: 300,
  calmMisses: 1000,
  forgivenMisses: 5,
  freeWrongNames: 5,
};
