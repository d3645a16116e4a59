/** A reason to stop, as one sentence that says what is missing and how to get it. */
export class Refusal extends Error {
  name = "Refusal";
}
