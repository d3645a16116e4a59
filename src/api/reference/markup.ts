const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup that is written out as it stands. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Markup | readonly Markup[] | false | undefined;

/** Markup from a template; every text that is put into it is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...parts.map(written)));

function written(part: Part): string {
  if (part === false || part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string") return part.replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? "");
  return part.map(written).join("");
}

/** A text with `code` in it. */
export const withCode = (text: string): Markup[] =>
  text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
