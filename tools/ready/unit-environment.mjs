/**
 * The environment of a systemd unit, from what `systemctl show` prints of its properties Environment and EnvironmentFiles.
 * Files take precedence, later ones over earlier ones. Throws if a file that must be there cannot be read.
 */
export function environmentOf({ Environment, EnvironmentFiles }, readFile) {
  const environment = Object.fromEntries(wordsOf(Environment).map(nameAndValue));
  for (const [, file, mayFail] of EnvironmentFiles.matchAll(/^(.*?)(?: \(ignore_errors=(?:no|(yes))\))?$/gm)) {
    if (file === "") continue;
    try {
      Object.assign(environment, readEnvironmentFile(readFile(file)));
    } catch (error) {
      if (!mayFail) throw error;
    }
  }
  return environment;
}

/** Words between spaces. Those with special characters are in double quotes. */
const wordsOf = (shown) =>
  [...shown.matchAll(/"((?:\\[^]|[^"\\])*)"|[^\s"]+/g)].map(
    ([word, quoted]) => quoted?.replace(/\\([^])/g, "$1") ?? word,
  );

function nameAndValue(word) {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
}

/** Reads a file as systemd does for EnvironmentFile=. Lines without a usable name are left out. */
export function readEnvironmentFile(text) {
  const environment = {};
  let at = 0;
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found[0].length;
    return found[1] ?? found[0];
  };
  while (at < text.length) {
    take(/\s*/y);
    if (/[#;]/.test(text[at] ?? "")) take(/[^\n\r]*/y);
    else {
      const name = take(/[^=\n\r]*/y).trimEnd();
      if (text[at] !== "=") continue;
      at += 1;
      const value = readValue(take, () => text[at]);
      if (/^[A-Za-z_]\w*$/.test(name)) environment[name] = value;
    }
  }
  return environment;
}

/** Quoted parts, and then the rest of the line, in which a quote is only a character. */
function readValue(take, next) {
  let value = "";
  for (;;) {
    take(/[ \t]*/y);
    if (next() === "'") value += take(/'([^']*)'?/y);
    else if (next() === '"') value += take(/"((?:\\[^]|[^"\\])*)"?/y).replace(/\\([^])/g, inQuotes);
    else return value + take(/((?:\\[^]?|[^\\\n\r])*?)[ \t]*(?=[\n\r]|$)/y).replace(/\\([^]?)/g, outside);
  }
}

const inQuotes = (both, escaped) => (escaped === "\n" ? "" : '"\\`$'.includes(escaped) ? escaped : both);
const outside = (_, escaped) => (/[\n\r]/.test(escaped) ? "" : escaped);
