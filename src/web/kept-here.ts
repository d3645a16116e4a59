/**
 * A wrapping for what only the page that is made now shall see. React Router writes down for the browser whatever loaders
 * and actions return, read or not, which costs as much as a lookup; into this it cannot look.
 */
export function keptHere<Value>() {
  return class Kept {
    readonly #value: Value;

    constructor(value: Value) {
      this.#value = value;
    }

    static read(kept: unknown): Value | undefined {
      return typeof kept === "object" && kept !== null && #value in kept ? kept.#value : undefined;
    }
  };
}
