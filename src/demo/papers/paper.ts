import type { Random } from "../random.ts";
import type { Drawing } from "./drawing.ts";
import type { PaperFacts } from "./paper-facts.ts";
import type { Subject } from "./subject.ts";

/** All that a layout draws from. */
export type DocumentRow = { subject: Subject; facts: PaperFacts; tint: string; random: Random };

/** Draws what is between a paper's heading and its foot: `sheetWidth` wide and at most `sheetHeight` high. */
export type Layout = (paper: DocumentRow) => Drawing;

export const operator = "Attestry Demo Agency";

/** The room between heading and foot. */
export const sheetWidth = 1020;
export const sheetHeight = 1312;
