export type ByteRange = { start: number; end: number };

/** The one range of a Range header; null to send the whole, "none" when nothing of it is there. */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | "none" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") return Number(to) === 0 ? "none" : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start < size ? { start, end } : "none";
}
