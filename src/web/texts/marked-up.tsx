import { Fragment } from "react";
import type { FilledBlock, Piece } from "#core/texts/markup.ts";
import { ExternalLink } from "#design/external-link.tsx";

/** A text in the markup of pages. Everything in it is a React element or plain text; none of it is ever read as HTML. */
export const MarkedUp = ({ blocks }: { blocks: readonly FilledBlock[] }) => (
  <div className="grid gap-4">
    {blocks.map((block, at) => (
      <MarkedBlock key={at} {...block} />
    ))}
  </div>
);

function MarkedBlock(block: FilledBlock) {
  if (block.kind === "heading") {
    const Heading = block.level === 2 ? "h2" : "h3";
    return (
      <Heading className={block.level === 2 ? "mt-4 text-22" : "text-18"}>
        <Line pieces={block.line} />
      </Heading>
    );
  }
  if (block.kind === "paragraph") {
    return (
      <p className="whitespace-pre-line">
        {block.lines.map((line, at) => (
          <Fragment key={at}>
            {at > 0 && <br />}
            <Line pieces={line} />
          </Fragment>
        ))}
      </p>
    );
  }
  const List = block.isNumbered ? "ol" : "ul";
  return (
    <List className={`grid gap-2 ps-6 ${block.isNumbered ? "list-decimal bangla:list-[bengali]" : "list-disc"}`}>
      {block.lines.map((line, at) => (
        <li key={at} className="whitespace-pre-line">
          <Line pieces={line} />
        </li>
      ))}
    </List>
  );
}

const Line = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece, at) => (piece.kind === "words" ? piece.text : <TextLink key={at} {...piece} />));

const TextLink = ({ text, to }: Extract<Piece, { kind: "link" }>) =>
  to.startsWith("https:") || to.startsWith("http:") ? (
    <ExternalLink to={to}>{text}</ExternalLink>
  ) : (
    <a href={to}>{text}</a>
  );
