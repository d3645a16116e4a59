import { encode } from "uqr";

/** Black on white in either theme: cameras do not read the reverse. */
export function QrCode({ text, describedAs }: { text: string; describedAs: string }) {
  const { size, data } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={describedAs}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-sm"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
