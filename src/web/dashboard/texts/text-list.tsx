import { Link } from "react-router";
import type { TextLanguage, TextPage } from "#core/texts/page-text.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { languageNames } from "./shown-text.ts";

export type ListedText = {
  id: TextPage;
  /** What the page calls itself. */
  title: string;
  texts: readonly { language: TextLanguage; isOwn: boolean; address: string }[];
};

type TextListProps = { operatorName: string; rows: readonly ListedText[] };

/** Every page whose text the operator may change. */
export const TextList = ({ operatorName, rows }: TextListProps) => (
  <PageFrame title={m.texts_title()} operatorName={operatorName}>
    <p className="max-w-prose text-quiet">{m.texts_text()}</p>
    <DataTable caption={m.texts_title()} columns={columns()} rows={rows} />
  </PageFrame>
);

const columns = (): Column<ListedText>[] => [
  {
    title: m.texts_page(),
    look: "main",
    cell: ({ id, title }) => (
      <span className="grid py-1">
        <span className="font-semibold">{title}</span>
        <a href={`/${id}`} className="text-quiet">
          /{id}
        </a>
      </span>
    ),
  },
  {
    title: m.texts_language(),
    cell: ({ title, texts }) => (
      <ul className="flex flex-wrap gap-x-6">
        {texts.map(({ language, isOwn, address }) => (
          <li key={language}>
            <Link to={address} className="row-button">
              <span lang={language}>{languageNames[language]}</span>
              <span className="sr-only"> {title}</span>
            </Link>{" "}
            <span className="text-quiet">{isOwn ? m.texts_own() : m.texts_delivered()}</span>
          </li>
        ))}
      </ul>
    ),
  },
];
