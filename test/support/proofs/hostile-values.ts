/** The same draws in each run. */
export class Draws {
  #state: number;
  #calm = 1;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  isOneIn(count: number): boolean {
    return this.below(count * this.#calm) === 0;
  }

  /** Some inputs have many oddities, most have one or none. */
  begin(): void {
    this.#calm = this.of([1, 4, 8, 8]);
  }

  /** The usual item, or one in so many times another. */
  or<Item>(count: number, usual: Item, others: readonly [Item, ...Item[]]): Item {
    return this.isOneIn(count) ? this.of(others) : usual;
  }

  of<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** Text that is put into JSON as it is. */
const asWritten = (text: string) => `\u0007${text}\u0007`;

const hostile: readonly [unknown, ...unknown[]] = [
  null, true, false, 0, 1, -1, 1.5, 9, 2 ** 32 + 9, 65_535, 65_536, 1e11, 99_999_999_999, 1_795_000_000, 1e300, "", "none", "1", "9", [], {}, [null], [[]], ["photo"],
  { "...": "x" }, { _sd: [] }, "0000-01-01", "0001-01-01", "2026-02-30", "2026-02-28", "20260228", "2026-W01-1", "\ud800", "a\udc00", "\u{1f600}", "\u0085", "\ufeff",
  "é", "A\u0000B", "_sd", "...", "constructor", "__proto__", "name", "f1", "iss", "https://check.example", "https://old.example", "https://check.example/", "HTTPS://check.example", "http://check.example",
  "https://other.example", "https://check.example:443", "https://u@check.example", "https://xn--ls8h.example", "check.example", "javascript:1", "https://check.example/status-lists/07", "https://check.example/status-lists/8",
  "shown", "nothing", "listed", "ended", "ES256", "Zm9v", "Zm9", "AAAA=", ...["9.0", "9e0", "-0", "-0.0", "NaN", "Infinity", "1E400", "9".repeat(30), "9".repeat(5000), "01", "1.", "0.1e1", '"\\ud83d\\ude00"', '"\\ud83d"', '"\\/"', '"\t"', "[".repeat(30) + "]".repeat(30), "[".repeat(3000) + "]".repeat(3000), "[".repeat(14) + "]".repeat(14), "[".repeat(15) + "]".repeat(15), "[".repeat(16) + "]".repeat(16)].map(asWritten),
]; // prettier-ignore

type Holder = { holder: Record<string, unknown>; name: string };

/** Every member of every object and array. */
function membersOf(value: unknown): Holder[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...membersOf(holder[name])]);
}

/** Changes one member of a value: its type, its value, its name, or whether it is there. */
function change(value: unknown, draws: Draws): void {
  const members = membersOf(value);
  const [first] = members;
  if (!first) return;
  const { holder, name } = draws.of([first, ...members]);
  const other = draws.of([first, ...members]);
  const kinds: Record<string, () => unknown> = {
    hostile: () => (holder[name] = structuredClone(draws.of(hostile))),
    missing: () => (Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name]),
    inArray: () => (holder[name] = [holder[name]]),
    inText: () => (holder[name] = String(holder[name])),
    ofAnother: () => (holder[name] = structuredClone(other.holder[other.name])),
    // A new index of an array would be a long array.
    renamed: () => !Array.isArray(holder) && ((holder[String(draws.of(hostile))] = holder[name]), delete holder[name]),
    more: () => (Array.isArray(holder) ? holder.push(holder[name]) : (holder[String(draws.of(hostile))] = structuredClone(draws.of(hostile)))),
  }; // prettier-ignore
  const names = [
    "hostile",
    "hostile",
    "hostile",
    "missing",
    "inArray",
    "inText",
    "ofAnother",
    "renamed",
    "more",
  ] as const;
  kinds[draws.of(names)]?.();
}

/** A copy of a value. One in so many times, a member of it is changed. */
export function changed<Value>(value: Value, draws: Draws, count = 1): Value {
  const copy = structuredClone(value);
  if (draws.isOneIn(count)) change(copy, draws);
  return copy;
}

const utf8 = (text: string) => Buffer.from(text, "utf8");

/** How the bytes of a JSON text may be odd. Several of these are JSON. */
const oddities: readonly [(text: string, draws: Draws) => Buffer, ...((text: string, draws: Draws) => Buffer)[]] = [
  (text) => utf8(text.replaceAll(":", ": ").replaceAll(",", ",\r\n\t ")),
  (text) => utf8(`\ufeff${text}`),
  (text) => utf8(`${text} \n`),
  (text) => utf8(`${text}x`),
  (text) => utf8(text.replace(/[}\]]$/, ",$&")),
  (text) => utf8(`\u00a0${text}`),
  (text) => Buffer.from(text, "utf16le"),
  (text) => Buffer.from(text, "utf16le").swap16(),
  (text) => Buffer.from(text.replace(/[a-z]/, "\u00ff"), "latin1"),
  (text) => Buffer.from(text.replace(/"[A-Z]/, '"\u00ed\u00a0\u0080'), "latin1"),
  (text, draws) => utf8(memberTwice(text, draws)),
  (text, draws) => utf8(memberTwice(text, draws)),
  (text, draws) => utf8(memberTwice(text, draws)),
  (text) => utf8(text.replace(/"([a-z])/g, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`)),
];

/** Writes a member of the first object before itself again, with another value or another spelling of its name. */
function memberTwice(text: string, draws: Draws): string {
  const names = [...text.matchAll(/"([a-z_]+)":/g)];
  const [first] = names;
  if (!first) return text;
  const { 1: name = "", index } = draws.of([first, ...names]);
  const written = draws.below(3) === 0 ? `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}` : name;
  return `${text.slice(0, index)}"${written}":${JSON.stringify(draws.of(hostile)).replaceAll(/"\\u0007|\\u0007"/g, "") || "1"},${text.slice(index)}`;
}

/** JSON in base64url, some of it written oddly. */
export function inBase64Url(value: unknown, draws: Draws): string {
  const written = (JSON.stringify(value) ?? "").replaceAll(/"\\u0007(.*?)\\u0007"/g, (_, text: string) =>
    String(JSON.parse(`"${text}"`)),
  );
  const bytes = draws.isOneIn(8) ? draws.of(oddities)(written, draws) : utf8(written);
  return bytes.toString("base64url");
}
