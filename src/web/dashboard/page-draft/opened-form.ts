import { draftFields } from "./autosave.ts";
import type { BoxFields } from "./use-autosave.ts";

/** A text that a form was left with, and the stamp under which the site keeps it. */
export type LeftText = { stamp: string; fields: BoxFields };

const isSame = (one: BoxFields, other: BoxFields): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Twelve letters and digits. `crypto.randomUUID` is missing on sites without TLS. */
export const newOpening = () =>
  (Math.random().toString(36) + Math.random().toString(36)).replaceAll(/0\./g, "").padEnd(12, "0").slice(0, 12);

/**
 * A form as one page shows it. The site keeps one draft for each, with the number of its text. So neither an older text
 * that comes late nor the form of another window takes its place.
 */
export class OpenedForm {
  readonly #opening = newOpening();
  #number = 0;
  #numbered: BoxFields | null = null;
  #sent: BoxFields | null = null;
  readonly #putBack: string[] = [];
  readonly #untouched: BoxFields | null;

  /** `untouched` is the form as it is without anything typed; null if something was typed before. */
  constructor(untouched: BoxFields | null) {
    this.#untouched = untouched;
  }

  /** The stamp of this text. A text that differs from the last one gets the next number. */
  stamp(fields: BoxFields): string {
    if (!this.#numbered || !isSame(this.#numbered, fields)) this.#number += 1;
    this.#numbered = fields;
    return `${this.#opening}/${this.#number}`;
  }

  /** What the site needs to save this text, or to end its draft after the form was accepted. */
  named(name: string, fields: BoxFields): string {
    return [name, this.stamp(fields), ...this.#putBack].join(" ");
  }

  /** A form that is as it was opened has no draft. */
  saving(name: string, fields: BoxFields): BoxFields {
    const named = [draftFields.name, this.named(name, fields)] as const;
    return this.isTouched(fields) ? [["do", "keep"], named, ...fields] : [["do", "end"], named];
  }

  isTouched = (fields: BoxFields): boolean => !this.#untouched || !isSame(this.#untouched, fields);

  hasStamp = (stamp: string): boolean => stamp.startsWith(`${this.#opening}/`);

  sent(fields: BoxFields): void {
    this.#sent = fields;
  }

  /** The text of this stamp is part of the form now: its draft ends once the form is saved. */
  putsBack(stamp: string): void {
    this.#putBack.push(stamp);
  }

  /** What was typed after the form was sent; null if nothing was. Of boxes that did not change, `now` is taken. */
  typedSinceSent(left: BoxFields, now: BoxFields): BoxFields | null {
    const sent = this.#sent;
    if (!sent || isSame(sent, left)) return null;
    const of = (fields: BoxFields, name: string) => fields.filter(([box]) => box === name);
    const isChanged = (name: string) => !isSame(of(sent, name), of(left, name));
    return [...now.filter(([name]) => !isChanged(name)), ...left.filter(([name]) => isChanged(name))];
  }

  /** The text that a form was left with, if it was neither sent nor is as it was opened. */
  leftText(fields: BoxFields): LeftText | null {
    const isSent = this.#sent !== null && isSame(this.#sent, fields);
    return isSent || this.#number === 0 || !this.isTouched(fields) ? null : { stamp: this.stamp(fields), fields };
  }
}

/** The forms of this page that were left, by the names of their drafts. */
const left = new Map<string, { form: OpenedForm; fields: BoxFields }>();

export const leaveForm = (name: string, form: OpenedForm, fields: BoxFields): void =>
  void left.set(name, { form, fields });

type Opened = {
  form: OpenedForm;
  /** What was typed while the form that came back was on its way. */
  typedSince: BoxFields | null;
  /** What was typed into an earlier form of this page, which was accepted or left. */
  leftText: LeftText | null;
};

/** Opens a form. One that came back, or is shown again as it was left, is the same form as before. */
export function openForm(
  name: string,
  now: BoxFields,
  { cameBack, isTyped }: { cameBack: boolean; isTyped: boolean },
): Opened {
  const before = left.get(name);
  left.delete(name);
  if (before && (cameBack || isSame(before.fields, now))) {
    const typedSince = cameBack ? before.form.typedSinceSent(before.fields, now) : null;
    return { form: before.form, typedSince, leftText: null };
  }
  const form = new OpenedForm(cameBack || isTyped ? null : now);
  return { form, typedSince: null, leftText: before ? before.form.leftText(before.fields) : null };
}
