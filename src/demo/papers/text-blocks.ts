import { type Drawing, stack } from "./drawing.ts";
import { body, strong } from "./inks.ts";
import { type Style, wrap, write } from "./lettering.ts";
import { sheetWidth } from "./paper.ts";

export const textLine = (text: string, style: Style = body, x = 0): Drawing => ({
  svg: write(text, x, style.size, style),
  height: style.size,
});

export function paragraph(text: string, style: Style = body, width = sheetWidth): Drawing {
  return stack(
    wrap(text, width, style).map((lineOfText) => textLine(lineOfText, style)),
    style.size * 0.85,
  );
}

/** Paragraphs with a number or a dash before each. */
export function list(items: readonly string[], { numbered, width = sheetWidth }: ListStyle): Drawing {
  const indent = 44;
  const drawings = items.map((item, index): Drawing => {
    const text = paragraph(item, body, width - indent);
    const mark = write(numbered ? `${index + 1}.` : "–", 0, body.size, numbered ? strong : body);
    return { svg: `${mark}<g transform="translate(${indent} 0)">${text.svg}</g>`, height: text.height };
  });
  return stack(drawings, 26);
}

type ListStyle = { numbered: boolean; width?: number };
