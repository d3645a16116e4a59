/** A mail in plain text. */
export type Letter = { to: string; subject: string; text: string };
