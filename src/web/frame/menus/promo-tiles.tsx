import { Fragment } from "react";
import type { Menus } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { ExternalMark } from "#design/external-link.tsx";
import { translatedLabel } from "./official-words.ts";

/** Links to the government offices that decide. Small screens show only the first four. */
export function PromoTiles({ tiles }: Pick<Menus, "tiles">) {
  if (tiles.length === 0) return null;
  return (
    <section className="tiles screen-only mt-10 sm:mt-16">
      <h2 className="text-22">{m.ask_a_government()}</h2>
      <p className="mt-1 max-w-2xl text-16 text-quiet">{m.official_elsewhere_text()}</p>
      <ul className="mt-4 grid grid-cols-1 gap-3 min-[30rem]:grid-cols-2 min-[60rem]:grid-cols-4 max-sm:[&>:nth-child(n+5)]:hidden">
        {tiles.map((tile) => (
          <li key={tile.to}>
            <Tile {...tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ label, labels, text, texts, to }: Menus["tiles"][number]) {
  const host = to.startsWith("/") ? null : new URL(to).hostname.replace(/^www\./, "");
  return (
    <a href={to} className="tile" {...(host && { target: "_blank", rel: "external noopener" })}>
      <strong>{translatedLabel(label, labels)}</strong>
      <span>{translatedLabel(text, texts)}</span>
      {host && (
        <small>
          {host.split(".").map((part, at) => (
            <Fragment key={at}>
              {at > 0 && <wbr />}
              {at > 0 && "."}
              {part}
            </Fragment>
          ))}
          <ExternalMark />
        </small>
      )}
    </a>
  );
}
