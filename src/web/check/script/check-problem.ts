import type { ProblemId } from "../check-answers.tsx";

/** Why nothing could be read: the answer that says so. */
export class CheckProblem extends Error {
  readonly id: ProblemId;

  constructor(id: ProblemId) {
    super(id);
    this.id = id;
  }
}
