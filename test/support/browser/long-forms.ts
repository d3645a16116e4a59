const notTyped = /\btype="(hidden|file|submit|checkbox|radio|password)"/;

/** Returns the forms of a page that one types into for long and whose values are not saved meanwhile, by their addresses. */
export function longFormsWithoutDraft(html: string): string[] {
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, opening = "", inner = ""]) => ({
    action: /\baction="([^"]*)"/.exec(opening)?.[1] ?? "",
    isSent: /method="post"/i.test(opening),
    boxes: [...inner.matchAll(/<input\b[^>]*>/g)].filter(([box]) => !notTyped.test(box)).length,
    hasText: inner.includes("<textarea"),
    isSaved: /name="(page-draft|opening)"/.test(inner),
  }));
  return forms
    .filter(({ isSent, isSaved, hasText, boxes }) => isSent && !isSaved && (hasText || boxes > 3))
    .map(({ action }) => action);
}
