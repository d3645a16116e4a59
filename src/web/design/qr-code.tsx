import { encode } from "uqr";

/** Black on white in both themes, because cameras do not read inverted codes. */
export function QrCode({ text, describedAs, isDense }: { text: string; describedAs: string; isDense?: true }) {
  const { size, data } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={describedAs}
      shapeRendering="crispEdges"
      className={`w-full rounded-sm ${isDense ? "max-w-96" : "max-w-60"}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}

/** Returns the runs of dark squares in a row: start and length. */
const runsOf = (row: readonly boolean[]) =>
  Array.from(row.map(Number).join("").matchAll(/1+/g), ({ index, 0: run }) => [index, run.length] as const);
