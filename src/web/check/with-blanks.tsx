/** A text with blanks that the script fills in. A blank is a name between two bars: `|name|`. */
export const WithBlanks = ({ words }: { words: string }) =>
  words.split("|").map((part, at) => (at % 2 === 0 ? part : <bdi key={at} data-fill={part} />));
