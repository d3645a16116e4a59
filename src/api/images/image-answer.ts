import type { OpenedImage } from "#operations/images/open-image.ts";

/** An image as a response: cached by the browser alone unless it is news, never sniffed, never run, never framed into another site. */
export function imageAnswer(asked: Headers, image: OpenedImage, width: string, lifetimeSeconds: number): Response {
  const { bytes, page, isNews } = image;
  const etag = `"${bytes.subarray(-12).toString("base64url")}-${width}"`;
  const headers = {
    "Content-Type": "image/webp",
    "Content-Disposition": `inline; filename="${fileName(image)}-${page}.webp"`,
    "Cache-Control": `${isNews ? "public" : "private"}, max-age=${Math.max(0, lifetimeSeconds)}`,
    ETag: etag,
    "Accept-Ranges": "bytes",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ...(!isNews && { "X-Robots-Tag": "noindex, noimageindex" }),
  };
  if (asked.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const range =
    asked.has("if-range") && asked.get("if-range") !== etag
      ? null
      : rangeOf(asked.get("range") ?? undefined, bytes.length);
  if (range === "none") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${bytes.length}` } });
  }
  if (range === null) return new Response(bytes, { headers });
  const { start, end } = range;
  const headersOfPart = { ...headers, "Content-Range": `bytes ${start}-${end}/${bytes.length}` };
  return new Response(bytes.subarray(start, end + 1), { status: 206, headers: headersOfPart });
}

const fileName = ({ kind, isNews }: Pick<OpenedImage, "kind" | "isNews">) =>
  (kind ?? (isNews ? "news" : "upload")).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

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
