/** Values come only from lists in the program: routes, methods, error ids. They never contain user input. */
export type Labels = Readonly<Record<string, string>>;

type Kind = "counter" | "gauge" | "histogram";

const escaped = (value: string) => value.replaceAll(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`));

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

const headed = (name: string, kind: Kind, about: string, lines: readonly string[]) =>
  lines.length > 0 ? `# HELP ${name} ${about}\n# TYPE ${name} ${kind}\n${lines.join("")}` : "";

export const shown = (name: string, kind: Kind, about: string, values: readonly (readonly [Labels, number])[]) =>
  headed(
    name,
    kind,
    about,
    values.map(([labels, value]) => line(name, labels, value)),
  );

/** The upper bounds of the buckets in seconds: from a lookup to a form with uploads. */
const bounds = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

type Counts = { labels: Labels; inBucket: number[]; sum: number };

/** Durations, counted separately for each set of labels. */
export class Durations {
  readonly #counts = new Map<string, Counts>();

  /** `key` identifies a set of labels. `labelsOf` is called once, for a new key. */
  observe(key: string, labelsOf: () => Labels, seconds: number): void {
    let counts = this.#counts.get(key);
    if (!counts) {
      counts = { labels: labelsOf(), inBucket: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 };
      this.#counts.set(key, counts);
    }
    const place = bounds.findIndex((bound) => seconds <= bound);
    const at = place === -1 ? bounds.length : place;
    counts.inBucket[at] = (counts.inBucket[at] ?? 0) + 1;
    counts.sum += seconds;
  }

  shown(name: string, about: string): string {
    const lines = this.#counts.values().flatMap(({ labels, inBucket, sum }) => {
      let total = 0;
      const buckets = inBucket.map((count, at) => {
        total += count;
        return line(`${name}_bucket`, { ...labels, le: String(bounds[at] ?? "+Inf") }, total);
      });
      return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)];
    });
    return headed(name, "histogram", about, [...lines]);
  }
}
