import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { countWords, DeleteValues, type DeleteWords, type ShownRemoved } from "./delete-values.tsx";

type Shown = { id: string; label: string };

type OwnListProps<Own extends Shown> = {
  /** The page with the list, and the address of the form for one of it. */
  page: string;
  addressOf: (id: string) => string;
  used: readonly Own[];
  removed: readonly ShownRemoved[];
  version: number;
  most: number;
  /** What stands below the label of each. */
  factsOf: (own: Own) => readonly string[];
  words: OwnListWords;
};

type OwnListWords = Record<
  "none" | "noneText" | "add" | "full" | "removed" | "removedText" | "removeText" | "removeYes",
  () => string
> &
  DeleteWords;

/** Lists the operator's own fields or papers in the order of the forms, then the removed ones. */
export const OwnList = <Own extends Shown>({ used, removed, most, words, ...list }: OwnListProps<Own>) => (
  <>
    {used.length === 0 && <EmptyState title={words.none()} text={words.noneText()} />}
    <ol className="grid max-w-prose">
      {used.map((own, at) => (
        <UsedOne key={own.id} {...list} {...own} facts={list.factsOf(own)} words={words} isFirst={at === 0} />
      ))}
    </ol>
    {used.length < most ? (
      <TextLink
        to={list.addressOf("new")}
        label={words.add()}
        className={`${buttonClass({ size: "small" })} justify-self-start`}
      />
    ) : (
      <p className="max-w-prose">{words.full()}</p>
    )}
    {removed.length > 0 && (
      <FormPart id="removed" title={words.removed()} className="max-w-prose gap-2">
        <p className="text-quiet">{words.removedText()}</p>
        <ul className="grid">
          {removed.map((own) => (
            <li key={own.id} className="grid gap-1 border-t border-line py-3">
              <bdi className="wrap-anywhere">{own.label}</bdi>
              <Facts facts={[own.count ? countWords(words, own.count) : words.emptying()]} />
              <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
                {own.count && (
                  <OneButton {...list} does="restore" label={m.own_field_restore()} of={own.label} id={own.id} />
                )}
                <DeleteValues {...own} page={list.page} version={list.version} words={words} />
              </div>
            </li>
          ))}
        </ul>
      </FormPart>
    )}
  </>
);

const Facts = ({ facts }: { facts: readonly string[] }) =>
  facts.length > 0 && <span className="block text-16 text-quiet">{facts.join(" · ")}</span>;

type UsedOneProps = Shown &
  Pick<OwnListProps<Shown>, "page" | "addressOf" | "version" | "words"> & {
    facts: readonly string[];
    isFirst: boolean;
  };

const UsedOne = ({ id, label, facts, page, addressOf, version, words, isFirst }: UsedOneProps) => (
  <li className="grid gap-1 border-t border-line py-3">
    <span className="wrap-anywhere">
      <bdi className="font-semibold">{label}</bdi>
      <Facts facts={facts} />
    </span>
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <Link to={addressOf(id)} className="inline-flex min-h-11 items-center">
        {m.own_field_change()}
        <span className="sr-only"> {label}</span>
      </Link>
      {!isFirst && <OneButton does="up" label={m.own_field_up()} of={label} {...{ page, id, version }} />}
      <ConfirmBelow label={m.own_field_remove()} of={label}>
        {words.removeText()}
        <SendForm action={page} hidden={{ do: "remove", id, version: String(version) }}>
          <Button variant="danger" size="small">
            {words.removeYes()}
          </Button>
        </SendForm>
      </ConfirmBelow>
    </div>
  </li>
);

type OneButtonProps = Pick<OwnListProps<Shown>, "page" | "version"> & {
  does: string;
  id: string;
  label: string;
  of: string;
};

const OneButton = ({ page, does, id, version, label, of }: OneButtonProps) => (
  <ActionButton
    action={page}
    fields={{ do: does, id, version: String(version) }}
    label={label}
    of={of}
    className="link-button min-h-11"
  />
);
