import type { ProblemId } from "../check-answers.tsx";

/** Nothing could be read. `id` selects the message that says why. */
export class CheckProblem extends Error {
  readonly id: ProblemId;

  constructor(id: ProblemId) {
    super(id);
    this.id = id;
  }
}
