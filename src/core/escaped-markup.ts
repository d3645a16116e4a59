const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for use inside HTML, XML or Pango markup. */
export const escapedMarkup = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? "");
