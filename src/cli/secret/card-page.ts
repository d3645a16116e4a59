import { renderSVG } from "uqr";
import { escapedMarkup } from "#core/escaped-markup.ts";
import { secretAsWords } from "#sealing/secret-words.ts";

type Card = {
  site: string;
  address: string;
  dataDir: string;
  /** Where the secret is stored now. */
  from: string;
  /** Newest first. */
  secrets: readonly string[];
  day: string;
};

/** A self-contained page for A4 and Letter. */
export const cardPage = ({ site, address, dataDir, from, secrets, day }: Card): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Secret of ${escapedMarkup(site)}</title>
<style>
  @page { margin: 15mm }
  body { font: 11pt/1.4 system-ui, sans-serif; color: #000; background: #fff; max-width: 180mm; margin: 0 auto }
  h1 { font-size: 18pt; margin: 0 } h2 { font-size: 13pt; margin: 8mm 0 2mm }
  section { break-inside: avoid }
  ol { columns: 4; padding-left: 9mm; margin: 0; font: 12pt/1.6 ui-monospace, monospace }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 4mm } dd { margin: 0; overflow-wrap: anywhere }
  svg { width: 45mm; height: 45mm; margin-top: 4mm }
</style>
<h1>Secret of ${escapedMarkup(site)}</h1>
<p>This paper opens every record of this site and every backup of it. Keep it where neither the machine nor the backups are, and show it to
nobody. If the secret on the machine is lost, nothing else brings the records back.</p>
<dl>
  <dt>Site</dt><dd>${escapedMarkup(address)}</dd>
  <dt>DATA_DIR</dt><dd>${escapedMarkup(dataDir)}</dd>
  <dt>Secret in</dt><dd>${escapedMarkup(from)}</dd>
  <dt>Printed from it on</dt><dd>${day}</dd>
</dl>
${secrets.map((secret, at) => sectionOf(secret, at)).join("\n")}
<h2>What to do with it</h2>
<p>To see whether it is still the one in use: <code>attestry secret check</code>, then type the words. To restore a site:
<code>attestry secret check --print</code> turns the words into the text that belongs into SECRET or into the file DATA_DIR/secret. The QR code has that text.</p>
</html>
`;

const sectionOf = (secret: string, at: number) => `<section>
<h2>${at === 0 ? "The secret in use" : `Older secret, number ${at + 1}: for backups that were made with it`}</h2>
<ol>${secretAsWords(secret)
  .map((word) => `<li>${word}</li>`)
  .join("")}</ol>
${renderSVG(secret, { border: 2 })}
</section>`;
