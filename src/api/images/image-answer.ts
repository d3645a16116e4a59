import type { OpenedImage } from "#operations/shown-images/open-image.ts";

const headersOfFiles = {
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; sandbox",
};

export const headersOfImages = { ...headersOfFiles, "X-Robots-Tag": "noindex, noimageindex" };

/** The response with an image. Only images of news may be stored by caches other than the browser's. */
export function imageAnswer(requested: Headers, image: OpenedImage, width: string, lifetimeSeconds: number): Response {
  const { bytes, page, isNews } = image;
  const etag = `"${bytes.subarray(-12).toString("base64url")}-${width}"`;
  const headers = {
    "Content-Type": "image/webp",
    "Content-Disposition": `inline; filename="${fileName(image)}-${page}.webp"`,
    "Cache-Control": `${isNews ? "public" : "private"}, max-age=${Math.max(0, lifetimeSeconds)}`,
    ETag: etag,
    "Accept-Ranges": "bytes",
    ...(isNews ? headersOfFiles : headersOfImages),
  };
  if (requested.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const range =
    requested.has("if-range") && requested.get("if-range") !== etag
      ? null
      : rangeOf(requested.get("range") ?? undefined, bytes.length);
  if (range === "none") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${bytes.length}` } });
  }
  if (range === null) return new Response(bytes, { headers });
  const { start, end } = range;
  const headersOfPart = { ...headers, "Content-Range": `bytes ${start}-${end}/${bytes.length}` };
  return new Response(bytes.subarray(start, end + 1), { status: 206, headers: headersOfPart });
}

const fileName = ({ kind, isNews }: Pick<OpenedImage, "kind" | "isNews">) =>
  inWords(kind ?? (isNews ? "news" : "upload"));

/** Returns "visa-paper" for visaPaper. */
export const inWords = (kind: string): string => kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type ByteRange = { start: number; end: number };

/** The range of a Range header with one range. Null means the whole image, "none" means a range outside of it. */
function rangeOf(header: string | undefined, size: number): ByteRange | null | "none" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") return Number(to) === 0 ? "none" : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start < size ? { start, end } : "none";
}
