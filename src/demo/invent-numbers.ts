const howMany = 10_000_000;

// Neither shares a factor with 10 million, so each walks through every seven digits once before any comes again.
const passportStride = 6_180_339;
const irccStride = 4_142_137;

/**
 * The numbers of the index-th invented person, all different for the first ten million. A passport begins with A9
 * and an IRCC number with W99, ranges that nobody is known to have been given.
 */
export const inventNumbers = (index: number): { passportNumber: string; irccNumber: string } => ({
  passportNumber: `A9${sevenDigits(index, passportStride)}`,
  irccNumber: `W99${sevenDigits(index, irccStride)}`,
});

const sevenDigits = (index: number, stride: number) => String(((index + 1) * stride) % howMany).padStart(7, "0");

/** Numbers easy to type, for the records that a visitor is invited to try. They lie outside the ranges above. */
export const memorableNumbers = [
  { passportNumber: "A12345678", irccNumber: "W123456789" },
  { passportNumber: "A23456789", irccNumber: "W234567890" },
  { passportNumber: "A34567890", irccNumber: "W345678901" },
] as const;
