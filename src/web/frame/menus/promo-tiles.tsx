import type { Menus } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { ExternalMark } from "#design/external-link.tsx";
import { inOurWords } from "./official-words.ts";

/** Ways to the offices that decide. On small screens the first four. */
export function PromoTiles({ tiles }: Pick<Menus, "tiles">) {
  if (tiles.length === 0) return null;
  return (
    <section className="screen-only mt-16">
      <h2 className="text-22">{m.official_elsewhere()}</h2>
      <p className="mt-1 max-w-2xl text-16 text-quiet">{m.official_elsewhere_text()}</p>
      <ul className="mt-6 grid gap-4 min-[30rem]:grid-cols-2 min-[60rem]:grid-cols-4 max-sm:[&>:nth-child(n+5)]:hidden">
        {tiles.map(({ label, text, to }) => (
          <li key={to}>
            <Tile label={label} text={text} to={to} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ label, text, to }: Menus["tiles"][number]) {
  const host = to.startsWith("/") ? null : new URL(to).hostname.replace(/^www\./, "");
  return (
    <a
      href={to}
      className="group flex h-(--tile) flex-col gap-2 overflow-hidden rounded-sm border border-t-4 border-line border-t-line-strong bg-raised p-5 pb-4 text-16 leading-[1.45] no-underline [transition:border-color_var(--quick),scale_var(--press)] hover:border-ink active:scale-97"
      {...(host && { rel: "external noopener" })}
    >
      <strong className="text-18 leading-[1.3] group-hover:underline">{inOurWords(label)}</strong>
      <span>{inOurWords(text)}</span>
      {host && (
        <small className="mt-auto text-14 text-quiet">
          {host}
          <ExternalMark />
        </small>
      )}
    </a>
  );
}
