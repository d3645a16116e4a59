import type { FormValues } from "#design/form/form-result.ts";

/** What was typed into the form of this visit, if what the form changes was deleted. */
const formsOfGone = new WeakMap<object, FormValues>();

/** Without scripts, the page of the form is then read again, and has nothing to show but the form. */
export const noteFormOfGone = (visit: object, values: FormValues): void => void formsOfGone.set(visit, values);

export const formOfGone = (visit: object): FormValues | undefined => formsOfGone.get(visit);
