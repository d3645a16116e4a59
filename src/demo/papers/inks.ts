import type { Style } from "./lettering.ts";

export const ink = "#1e2834";
export const faintInk = "#66707c";
export const rule = "#cdd0d2";
export const signatureInk = "#2a4a8c";

export const label: Style = { size: 17, colour: faintInk };
export const value: Style = { size: 24.5, colour: ink };
export const strong: Style = { size: 23, colour: ink, pen: "bold" };
export const body: Style = { size: 23, colour: ink };
export const note: Style = { size: 18, colour: faintInk };
