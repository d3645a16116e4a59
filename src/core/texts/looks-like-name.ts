/** True for several words, or letters of another script, without a digit: what somebody typed instead of a number. */
export const looksLikeName = (typed: string): boolean =>
  !/\p{N}/u.test(typed) && (/\p{L}.*\s.*\p{L}/su.test(typed) || /(?![a-z])\p{L}/iu.test(typed));
