/** What people write for the cell above. "Do" alone may be a name. */
const ditto = /^(?:[-–—~'".]+ ?do ?[-–—~'".]+|ditto|["'“”〃″]{1,4}|-?ঐ-?|ऐजन|-ऐ-|-?ایضاً?-?|idem|(?:same )?as above)$/iu;

/** True if a cell says that it has what the cell above has. */
export const isDitto = (text: string): boolean => ditto.test(text.trim());

/** No reader takes this for the cell above. Nobody sees the character at its end, and imports take it off as any other such. */
export const withoutDitto = (text: string): string => (isDitto(text) ? `${text}\u2060` : text);
