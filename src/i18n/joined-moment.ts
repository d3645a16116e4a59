/** Languages in which the word that Intl puts between day and time ("এ", "को") reads badly where "until" follows it. */
const isJoinedByComma = /^(?:bn|hi|ne|ur)/;

/** Writes a day and a time: "১৫ ডিসেম্বর, ২০২৬, ১১:১৩ (GMT+৬)". English and Arabic stay as Intl writes them. */
export function joinedMoment(format: Intl.DateTimeFormat, time: Date | number): string {
  const { locale } = format.resolvedOptions();
  if (!isJoinedByComma.test(locale)) return format.format(time);
  return format
    .formatToParts(time)
    .map(({ type, value }, at, parts) => {
      if (type === "timeZoneName") return `(${value.replace(" ", "")})`;
      const next = parts[at + 1]?.type;
      if (type !== "literal" || (next && next !== "hour")) return value;
      return next ? (locale.startsWith("ur") ? "، " : ", ") : "";
    })
    .join("");
}
