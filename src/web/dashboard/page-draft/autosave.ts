/** The fields that a page adds to what it saves by itself. `file` is the name of a file that was chosen. */
export const draftFields = { name: "page-draft", person: "draft-person", file: "chosen-file" } as const;

/** While somebody types, the form is saved this often. With its request, what is saved is at most three seconds behind. */
export const saveEveryMs = 1000;

const tryAgainMs = 3000;
/** From then on, a request without an answer counts as failed. */
const slowAfterMs = 3000;
/** Then it is given up. Twice the time in which a slow phone sends the largest form that is kept of a left page. */
export const givenUpAfterMs = 15_000;
/** If a form that was sent has no answer after this time, it is saved beside it. A save that the site gets after it accepted the form changes nothing. */
const unansweredAfterMs = 2000;

/** `lost`: no answer, so the page tries again by itself. `refused`: only another change or the user can help. */
export type SaveResult = "saved" | "lost" | "refused";

type Work = {
  /** Saves the form as it is now. Never rejects. */
  save: (signal: AbortSignal) => Promise<SaveResult>;
  /** True while a form of the page is being sent. */
  isAnythingSent: () => boolean;
  /** A save takes so long that nobody can rely on it. */
  isSlow: () => void;
};

/**
 * Decides when a form is saved by itself. One request runs at a time. Only a form that is left or sent stops the request that
 * runs: on a slow line, that one may still come last.
 */
export class Autosave {
  readonly #work: Work;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: { stop: AbortController; ended: Promise<void> } | undefined;
  #next: Promise<void> | undefined;
  #isChanged = false;
  #hasFailed = false;
  #wasSent = false;
  #isOver = false;

  constructor(work: Work) {
    this.#work = work;
  }

  /** True if something typed is not stored yet. */
  get isUnsaved(): boolean {
    return this.#isChanged || this.#running !== undefined;
  }

  /** True if the form was sent, and nothing was typed since. */
  get isSent(): boolean {
    return this.#wasSent;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** True if what was typed would be lost by leaving now. A form that is being sent is not at risk. */
  isAtRisk(isOffline: boolean): boolean {
    return !this.#wasSent && this.isUnsaved && (this.#hasFailed || isOffline);
  }

  changed(): void {
    this.#isChanged = true;
    // The time to the next look at a sent form is longer.
    if (this.#wasSent) this.#stopTimer();
    this.#wasSent = false;
    this.#saveIn(saveEveryMs);
  }

  /** The form itself is being sent, with the line for itself alone at first. */
  sent(): void {
    this.#wasSent = true;
    this.#stopRequest();
    this.#stopTimer();
    this.#saveIn(unansweredAfterMs);
  }

  /** Nothing is being sent any more, and the form is still on the page. */
  cameBack(): void {
    if (!this.#wasSent) return;
    this.#wasSent = false;
    this.#saveAtLast();
  }

  /** Ends once the form as it is now was sent, whether it was saved or not. */
  saveNow(): Promise<void> {
    if (!this.#running) return this.#begin();
    this.#next ??= this.#running.ended.then(() => {
      this.#next = undefined;
      return this.saveNow();
    });
    return this.#next;
  }

  /** The page may be closed at any moment from now on, without another event. */
  leave(): void {
    this.#saveAtLast();
  }

  /** The form leaves the page. If it was just sent, it was accepted. */
  end(): void {
    this.#isOver = true;
    this.#stopTimer();
    if (!(this.#wasSent && this.#work.isAnythingSent())) this.#saveAtLast();
  }

  #saveAtLast(): void {
    if (!this.#isChanged) return;
    this.#stopRequest();
    void this.#begin();
  }

  #begin(): Promise<void> {
    this.#stopTimer();
    this.#isChanged = false;
    const stop = new AbortController();
    this.#watch(stop);
    const ended = this.#work.save(stop.signal).then((result) => {
      if (!stop.signal.aborted) this.#note(result);
    });
    this.#running = { stop, ended };
    return ended;
  }

  /** A request that never gets an answer must not keep later ones back. */
  #watch(stop: AbortController): void {
    const isRunning = () => this.#running?.stop === stop;
    setTimeout(() => {
      if (!isRunning()) return;
      this.#hasFailed = true;
      this.#work.isSlow();
    }, slowAfterMs);
    setTimeout(() => {
      if (!isRunning()) return;
      stop.abort();
      this.#note("lost");
    }, givenUpAfterMs);
  }

  #note(result: SaveResult): void {
    this.#running = undefined;
    this.#hasFailed = result !== "saved";
    if (this.#hasFailed) this.#isChanged = true;
    if (result === "lost") this.#saveIn(tryAgainMs);
  }

  #saveIn(ms: number): void {
    if (this.#isOver) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isChanged) void this.saveNow();
    }, ms);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #stopRequest(): void {
    if (!this.#running) return;
    this.#running.stop.abort();
    this.#running = undefined;
    this.#isChanged = true;
  }
}
