type Question = Readonly<Record<string, string | number | undefined>>;

/** The same question for the next page, as a Link header. */
export function linkToNext(path: string, question: Question, cursor: string): string {
  const asked: [string, unknown][] = Object.entries({ ...question, cursor });
  const next = asked.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
  return `<${path}?${new URLSearchParams(next).toString()}>; rel="next"`;
}
