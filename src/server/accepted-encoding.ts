/** How texts are sent to clients that take them so, the best first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** The best encoding that a client takes. */
export function acceptedEncoding(header: string | null | undefined): Encoding | undefined {
  const accepted = (header ?? "").split(",").map((part) => part.trim());
  const takes = (encoding: Encoding) =>
    accepted.some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(part)));
  return encodings.find(takes);
}
