import pg from "pg";

const otherTypeParser: (type: number, format?: "text" | "binary") => (value: string) => unknown =
  pg.types.getTypeParser;

/** Our big integers are times and counters, all far below 2^53. */
export const getTypeParser: pg.CustomTypesConfig["getTypeParser"] = (type, format) =>
  type === pg.types.builtins.INT8 ? Number : otherTypeParser(type, format);
