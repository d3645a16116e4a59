/** What the server left in the page for later, in the visitor's language. */
export function contentOf(templateId: string): DocumentFragment | null {
  const template = document.getElementById(templateId);
  return template instanceof HTMLTemplateElement ? document.importNode(template.content, true) : null;
}
