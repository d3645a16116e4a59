const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text inside of HTML, XML or Pango's markup. */
export const escapedMarkup = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? "");
