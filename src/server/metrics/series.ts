import { z } from "zod";

/** Values come only from lists in the program: routes, methods, error ids. They never contain user input. */
export type Labels = Readonly<Record<string, string>>;

const kinds = ["counter", "gauge", "histogram"] as const;
type Kind = (typeof kinds)[number];

/** One metric. Each line is the end of its name, its labels and its value. */
export const seriesSchema = z.object({
  name: z.string(),
  kind: z.enum(kinds),
  about: z.string(),
  lines: z.array(z.tuple([z.string(), z.record(z.string(), z.string()), z.number()]).readonly()).readonly(),
});
export type Series = z.output<typeof seriesSchema>;

export const shown = (
  name: string,
  kind: Kind,
  about: string,
  values: readonly (readonly [Labels, number])[],
): Series => ({ name, kind, about, lines: values.map(([labels, value]) => ["", labels, value]) });

export const withLabel = (series: readonly Series[], more: Labels): Series[] =>
  series.map((one) => ({
    ...one,
    lines: one.lines.map(([end, labels, value]) => [end, { ...more, ...labels }, value] as const),
  }));

const escaped = (value: string) => value.replaceAll(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`));

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

/** The text for Prometheus. Series of one name are together, and those without a line are left out. */
export function written(series: readonly Series[]): string {
  const groups = Map.groupBy(
    series.filter(({ lines }) => lines.length > 0),
    ({ name }) => name,
  );
  return [...groups].map(([name, alike]) => headed(name, alike)).join("");
}

function headed(name: string, alike: readonly Series[]): string {
  const [first] = alike;
  const lines = alike.flatMap((one) => one.lines.map(([end, labels, value]) => line(name + end, labels, value)));
  return `# HELP ${name} ${first?.about}\n# TYPE ${name} ${first?.kind}\n${lines.join("")}`;
}

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

  shown(name: string, about: string): Series {
    const lines = this.#counts.values().flatMap(({ labels, inBucket, sum }) => {
      let total = 0;
      const buckets = inBucket.map((count, at) => {
        total += count;
        return ["_bucket", { ...labels, le: String(bounds[at] ?? "+Inf") }, total] as const;
      });
      return [...buckets, ["_sum", labels, sum] as const, ["_count", labels, total] as const];
    });
    return { name, kind: "histogram", about, lines: [...lines] };
  }
}
