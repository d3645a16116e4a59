import { Fragment } from "react";
import type { FilledBlock, Piece } from "#core/texts/markup.ts";
import { ExternalLink } from "#design/external-link.tsx";

/** Renders a text in our own markup. It becomes React elements and plain text, never HTML. */
export const MarkedUp = ({ blocks }: { blocks: readonly FilledBlock[] }) => (
  <div className="grid gap-4">
    {blocks.map((block, at) => (
      <MarkedBlock key={at} {...block} />
    ))}
  </div>
);

function MarkedBlock({ kind, lines }: FilledBlock) {
  if (kind === "list" || kind === "steps") {
    const List = kind === "steps" ? "ol" : "ul";
    return (
      <List className={`grid gap-2 ps-6 ${kind === "steps" ? "list-decimal bangla:list-[bengali]" : "list-disc"}`}>
        {lines.map((line, at) => (
          <li key={at} className="whitespace-pre-line">
            <Line pieces={line} />
          </li>
        ))}
      </List>
    );
  }
  const { Element, look } = looks[kind];
  return (
    <Element className={look}>
      {lines.map((line, at) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          <Line pieces={line} />
        </Fragment>
      ))}
    </Element>
  );
}

const looks = {
  heading: { Element: "h2", look: "mt-4 text-22" },
  "smaller-heading": { Element: "h3", look: "text-18" },
  paragraph: { Element: "p", look: "whitespace-pre-line" },
} as const;

export const Line = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece, at) => {
    const shown = piece.kind === "words" ? piece.text : <TextLink key={at} {...piece} />;
    return piece.isFilledIn ? <bdi key={at}>{shown}</bdi> : shown;
  });

const TextLink = ({ text, to }: Extract<Piece, { kind: "link" }>) =>
  to.startsWith("https:") || to.startsWith("http:") ? (
    <ExternalLink to={to}>{text}</ExternalLink>
  ) : (
    <a href={to}>{text}</a>
  );
