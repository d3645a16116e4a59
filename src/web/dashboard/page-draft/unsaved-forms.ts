type UnsavedForm = { isAtRisk: () => boolean; saveNow: () => Promise<void> };

const forms = new Set<UnsavedForm>();

/** A form or a file that links of the site may not discard without a question, until `signal` is aborted. */
export function guard(form: UnsavedForm, signal: AbortSignal): void {
  forms.add(form);
  signal.addEventListener("abort", () => forms.delete(form));
}

export const isAnyAtRisk = (): boolean => [...forms].some((form) => form.isAtRisk());

/** Tries once more to save what is at risk. */
export async function saveAtRisk(): Promise<void> {
  await Promise.all([...forms].filter((form) => form.isAtRisk()).map((form) => form.saveNow()));
}
