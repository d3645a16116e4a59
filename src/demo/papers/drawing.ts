/** SVG markup whose upper left corner is at 0, 0, and how much height it takes. */
export type Drawing = { svg: string; height: number };

export const moved = (svg: string, x: number, y: number): string => `<g transform="translate(${x} ${y})">${svg}</g>`;

export const space = (height: number): Drawing => ({ svg: "", height });

/** The drawings below each other. */
export function stack(drawings: readonly Drawing[], gap = 0): Drawing {
  let svg = "";
  let height = 0;
  for (const drawing of drawings) {
    svg += moved(drawing.svg, 0, height);
    height += drawing.height + gap;
  }
  return { svg, height: Math.max(0, height - gap) };
}

/** The drawings side by side, each beginning at its own x. */
export function beside(places: readonly (readonly [x: number, drawing: Drawing])[]): Drawing {
  return {
    svg: places.map(([x, drawing]) => moved(drawing.svg, x, 0)).join(""),
    height: Math.max(...places.map(([, drawing]) => drawing.height)),
  };
}

type Paint = { fill?: string; stroke?: string; width?: number; radius?: number; dashes?: string };

export const box = (x: number, y: number, width: number, height: number, paint: Paint): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${paint.radius ?? 0}"${paintOf(paint)}/>`;

export const line = (x1: number, y1: number, x2: number, y2: number, paint: Paint): string =>
  `<path d="M${x1} ${y1}L${x2} ${y2}"${paintOf(paint)}/>`;

export const curve = (path: string, paint: Paint): string => `<path d="${path}"${paintOf(paint)}/>`;

function paintOf({ fill = "none", stroke = "none", width = 1, dashes = "none" }: Paint): string {
  const ends = `stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="${dashes}"`;
  return ` fill="${fill}" stroke="${stroke}" stroke-width="${width}" ${ends}`;
}
