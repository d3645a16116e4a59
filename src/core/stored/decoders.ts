import { withRowId } from "../errors.ts";

/** A part of stored content that has another type than the program writes. `part` is the path to it: "documents.photo.0.width". */
export class WrongPart extends Error {
  override readonly name = "WrongPart";
  readonly part: string;

  constructor(part: string) {
    super(`a part has a wrong type: ${part}`);
    this.part = part;
  }
}

/** The path of a part, and the migration step that added it. */
type PartName = { path: string; step: string };

/**
 * Reads what was stored as JSON, and is the only way to its type. A decoder checks each part, gives the missing ones their
 * default, and returns what it was given: it copies nothing, because each lookup decodes a record. Parts that it does not
 * know stay.
 */
export type Decoder<Value> = {
  (stored: unknown): Value;
  /** The parts of the shapes inside. */
  readonly parts?: readonly PartName[] | undefined;
  /** Of a shape: what `addedBy` gives its parts. */
  readonly defaults?: ReadonlyMap<string, unknown>;
};

/** What a decoder returns. The types of stored content are declared by it, so that none differs from its decoder. */
export type Decoded<Of> = Of extends (stored: unknown) => infer Value ? Value : never;

export const anything: Decoder<unknown> = (stored) => stored;

export const text: Decoder<string> = (stored) => (typeof stored === "string" ? stored : wrong());

export const number: Decoder<number> = (stored) => (typeof stored === "number" ? stored : wrong());

export const flag: Decoder<boolean> = (stored) => (typeof stored === "boolean" ? stored : wrong());

export const oneOf =
  <const Value extends string | number | boolean>(...values: readonly Value[]): Decoder<Value> =>
  (stored) =>
    values.find((value) => value === stored) ?? wrong();

/** A text of which we know more. */
export const textThat =
  <Value extends string>(isOne: (given: string) => given is Value): Decoder<Value> =>
  (stored) =>
    typeof stored === "string" && isOne(stored) ? stored : wrong();

export const orNull = <Value>(decode: Decoder<Value>): Decoder<Value | null> =>
  withParts(decode.parts, (stored) => (stored === null ? null : decode(stored)));

/** A text, or something else instead. */
export const textOr = <Value>(decode: Decoder<Value>): Decoder<string | Value> =>
  withParts(decode.parts, (stored) => (typeof stored === "string" ? stored : decode(stored)));

export const listOf = <Item>(decode: Decoder<Item>): Decoder<readonly Item[]> =>
  withParts(decode.parts, (stored) => {
    if (!Array.isArray(stored)) return wrong();
    let at = 0;
    try {
      for (; at < stored.length; at += 1) decode(stored[at]);
    } catch (error) {
      throw inside(String(at), error);
    }
    return asChecked<readonly Item[]>(stored);
  });

export const pairOf = <Item>(decode: Decoder<Item>): Decoder<readonly [Item, Item]> => {
  const items = listOf(decode);
  return withParts(decode.parts, (stored) => {
    const { length } = items(stored);
    return length === 2 ? asChecked<readonly [Item, Item]>(stored) : wrong();
  });
};

/** The names of the values are not known. An error leaves them out. */
export const mapOf = <Value>(decode: Decoder<Value>): Decoder<Record<string, Value>> =>
  withParts(decode.parts, (stored) => {
    const values = objectIn(stored);
    try {
      for (const name in values) decode(values[name]);
    } catch (error) {
      throw inside("*", error);
    }
    return asChecked<Record<string, Value>>(values);
  });

type OfSome<Name, Other extends string> = {
  /** The migration step that added a name, if it is younger than the map. */
  stepOf?: (name: Name) => string | undefined;
  /** True for other names that are made of ids. */
  isOther?: (name: string) => name is Other;
};

export const mapOfSome = <Name extends string, Value, Other extends string = never>(
  names: readonly Name[],
  decode: Decoder<Value>,
  { stepOf, isOther }: OfSome<Name, Other> = {},
): Decoder<Partial<Record<Name, Value>> & Record<Other, Value>> => {
  const known = new Set<string>(names);
  const added = names.flatMap((path) => {
    const step = stepOf?.(path);
    return step === undefined ? [] : [{ path, step }];
  });
  return withParts([...added, ...(decode.parts ?? [])], (stored) => {
    const values = objectIn(stored);
    let at = "";
    try {
      for (const name in values) {
        if (!known.has(name) && !isOther?.(name)) wrong();
        at = name;
        decode(values[name]);
      }
    } catch (error) {
      throw inside(at, error);
    }
    return asChecked<Partial<Record<Name, Value>> & Record<Other, Value>>(values);
  });
};

type Optional<Value> = { decode: Decoder<Value>; isOptional: true; step?: string };
type Added<Value> = { decode: Decoder<Value>; step: string; whenMissing: Value };
type Part = Decoder<unknown> | Optional<unknown> | Added<unknown>;

/** Not every row has this part. */
export const optional = <Value>(decode: Decoder<Value>, step?: string): Optional<Value> => ({
  decode,
  isOptional: true,
  ...(step !== undefined && { step }),
});

/** Not every row has this part. It is not written while it has its default. */
export const withDefault = <Value>(whenMissing: Value, decode: Decoder<Value>): Added<Value> =>
  addedBy("1.0", decode, whenMissing);

/** Rows from before a migration step do not have this part. It is not written either while it has its default. */
export const addedBy = <Value>(step: string, decode: Decoder<Value>, whenMissing: Value): Added<Value> => ({
  decode,
  step,
  whenMissing,
});

type ValueOf<Of> =
  Of extends Decoder<infer Value> ? Value : Of extends { decode: Decoder<infer Value> } ? Value : never;
type OptionalIn<Parts> = {
  [Name in keyof Parts]: Parts[Name] extends { isOptional: true } ? Name : never;
}[keyof Parts];
type ShapeOf<Parts> = { [Name in Exclude<keyof Parts, OptionalIn<Parts>>]: ValueOf<Parts[Name]> } & {
  [Name in OptionalIn<Parts>]?: ValueOf<Parts[Name]>;
};
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** `since`: the migration step after which such content is written. */
export function shape<Parts extends Readonly<Record<string, Part>>>(
  given: Parts,
  since = "1.0",
): Decoder<Flat<ShapeOf<Parts>>> {
  const parts = Object.entries(given).map(([name, part]) => ({
    name,
    step: since,
    isOptional: false,
    whenMissing: undefined,
    ...(typeof part === "function" ? { decode: part } : part),
  }));
  const names = parts.flatMap(({ name, step, decode }) => [
    { path: name, step },
    ...(decode.parts ?? []).map((inner) => ({
      path: `${name}.${inner.path}`,
      step: inner.step === "1.0" ? step : inner.step,
    })),
  ]);
  const added = parts.filter(({ whenMissing }) => whenMissing !== undefined);
  const decodeAll = withParts<Flat<ShapeOf<Parts>>>(names, (stored) => {
    const values = objectIn(stored);
    let at = "";
    try {
      for (const { name, decode, isOptional, whenMissing } of parts) {
        at = name;
        const value = values[name];
        if (value !== undefined) decode(value);
        else if (whenMissing !== undefined) values[name] = whenMissing;
        else if (!isOptional) wrong();
      }
    } catch (error) {
      throw inside(at, error);
    }
    return asChecked(values);
  });
  if (added.length === 0) return decodeAll;
  return Object.assign(decodeAll, { defaults: new Map(added.map(({ name, whenMissing }) => [name, whenMissing])) });
}

/** One of several shapes. They differ in the values of this part, which is the first of each. */
export const oneShapeOf = <const Shapes extends readonly Decoder<unknown>[]>(
  by: string,
  ...shapes: Shapes
): Decoder<Decoded<Shapes[number]>> =>
  withParts(
    shapes.flatMap(({ parts = [] }) => parts),
    (stored) => {
      for (const decode of shapes) {
        try {
          return asChecked<Decoded<Shapes[number]>>(decode(stored));
        } catch (error) {
          if (!(error instanceof WrongPart) || error.part !== by) throw error;
        }
      }
      return wrong(by);
    },
  );

/**
 * Some parts of a whole, each with the type that JSON has for it in the whole. A part that is null there may be anything.
 * `added`: the parts that came with a later migration step.
 */
export function someLike<Whole extends object>(
  whole: Whole,
  added?: Readonly<Partial<Record<keyof Whole, string>>>,
): Decoder<Partial<Whole>> {
  const steps = new Map<string, string | undefined>(Object.entries(added ?? {}));
  const names = Object.entries(whole).flatMap(([name, part]: [string, unknown]) => {
    const within = typeof part === "object" && part !== null && !Array.isArray(part) ? Object.keys(part) : [];
    const step = steps.get(name) ?? "1.0";
    return [name, ...within.map((inner) => `${name}.${inner}`)].map((path) => ({ path, step }));
  });
  return withParts(names, (stored) => {
    const values = objectIn(stored);
    for (const [name, like] of Object.entries(whole))
      if (values[name] !== undefined && like !== null && kindOf(values[name]) !== kindOf(like)) wrong(name);
    return asChecked<Partial<Whole>>(values);
  });
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

/** Reads a column that contains JSON in clear. An error names the table, the part and the row. */
export function decodedColumn<Value>(decode: Decoder<Value>, table: string, id: string, json: string): Value {
  try {
    return decode(JSON.parse(json));
  } catch (error) {
    throw withRowId(inside(table, error), id);
  }
}

export function decodedOrNull<Value>(decode: Decoder<Value>, stored: unknown): Value | null {
  try {
    return decode(stored);
  } catch (error) {
    if (error instanceof WrongPart) return null;
    throw error;
  }
}

function wrong(path = ""): never {
  throw new WrongPart(path);
}

function objectIn(stored: unknown): Record<string, unknown> {
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? asChecked(stored) : wrong();
}

const inside = (name: string, error: unknown): unknown =>
  error instanceof WrongPart ? new WrongPart(error.part === "" ? name : `${name}.${error.part}`) : error;

const withParts = <Value>(parts: readonly PartName[] | undefined, decode: (stored: unknown) => Value): Decoder<Value> =>
  parts ? Object.assign(decode, { parts }) : decode;

/** The only cast of what comes from storage: the decoder above has looked at every part. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
const asChecked = <Value>(checked: unknown): Value => checked as Value;
