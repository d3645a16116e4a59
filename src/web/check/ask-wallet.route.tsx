import { data } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { endedWords, titled } from "#i18n/ended-words.ts";
import { getZone } from "#i18n/reader-zone.ts";
import { writtenDay } from "#i18n/written.ts";
import { askWallet, readPresentation } from "#operations/holders/ask-wallet.ts";
import { groupsOf } from "#core/records/numbers.ts";
import { Button, buttonClass } from "#design/form/button.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { QrCode } from "#design/qr-code.tsx";
import { keepPrivate } from "../account/server/private-pages.server.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readForm } from "../frame/read-form.server.ts";
import { type Operator, useSite } from "../frame/site/site-facts.ts";
import { OperatorIntro } from "../frame/site/site-operator.tsx";
import { visitContext } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
import { CompareWithPaper } from "../sheet/compare-with-paper.tsx";
import { EndedNotice } from "../sheet/ended-notice.tsx";
import type { Route } from "./+types/ask-wallet.route.ts";

export const middleware: Route.MiddlewareFunction[] = [keepPrivate];

type Asked = NonNullable<Awaited<ReturnType<typeof readPresentation>>>;

/** `asked` is null once the time of the question is over. */
type WalletAnswer = { asked: Asked | null; isNew: boolean };

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { do: does, visitor = "", language } = await readForm(request);
  const asksNow = does === "ask" && language === undefined;
  if (visitor === "" && !asksNow) return data<WalletAnswer | null>(null);
  return orErrorPage(visit, async () => {
    const asked = asksNow
      ? { ...askWallet(visit.portal), answer: null }
      : await readPresentation(visit.portal, visitor);
    return data<WalletAnswer | null>({ asked, isNew: asksNow });
  });
}

const walletForm = "ask-wallet";
export const handle = { typedForm: walletForm };

/** Asks a wallet on this device, or on the phone of the person who is there, to show its copy of a record. */
export default function AskWallet({ actionData }: Route.ComponentProps) {
  const { operator } = useSite();
  const { asked, isNew } = actionData ?? { asked: undefined, isNew: false };
  const isWaiting = asked?.answer === null;
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <title>{`${m.check_wallet_title()} – ${operator.name}`}</title>
      <div className="grid gap-4">
        <OperatorIntro operator={operator} />
        <h1 className="text-28 sm:text-36">{m.check_wallet_title()}</h1>
      </div>
      {asked === undefined && <p>{m.check_wallet_text({ operator: operator.name })}</p>}
      {asked === null && <NotYet>{m.check_wallet_over()}</NotYet>}
      {isWaiting && !isNew && <NotYet>{m.check_wallet_waiting()}</NotYet>}
      {isWaiting && <Question link={asked.link} />}
      {asked?.answer && <Shown {...asked.answer} operator={operator} />}
      <form id={walletForm} method="post" action={pages.askWallet.path}>
        {asked && <input type="hidden" name="visitor" value={asked.visitor} />}
        <Button size="large" name="do" value={isWaiting ? "see" : "ask"}>
          {isWaiting ? m.check_wallet_see() : m.check_wallet_ask()}
        </Button>
      </form>
    </div>
  );
}

const NotYet = ({ children }: { children: string }) => (
  <p tabIndex={-1} autoFocus className="border-s-4 border-line-strong ps-4 font-semibold">
    {children}
  </p>
);

const Question = ({ link }: { link: string }) => (
  <div className="grid justify-items-start gap-4">
    <a href={link} className={buttonClass({ variant: "secondary", size: "large" })}>
      {m.check_wallet_open()}
    </a>
    <p>{m.check_wallet_scan()}</p>
    <QrCode text={link} describedAs={m.check_wallet_title()} isDense />
  </div>
);

type ShownProps = NonNullable<Asked["answer"]> & { operator: Operator };

const Shown = ({
  stands,
  isOver,
  isOtherDay,
  ends,
  name,
  number,
  published,
  contentSince,
  ended,
  operator,
}: ShownProps) => {
  const papers = titled(ended ?? []);
  const hasEnded = endedWords(papers);
  const takesFocus = { tabIndex: -1, autoFocus: true };
  return (
    <article className="record sheet">
      {hasEnded !== undefined && (
        <div>
          <EndedNotice ended={papers}>
            <h2 {...takesFocus} className="text-18 wrap-anywhere sm:text-28">
              {hasEnded}
            </h2>
          </EndedNotice>
        </div>
      )}
      <div className="grid gap-2">
        <h2
          {...(hasEnded === undefined && takesFocus)}
          className={`pe-6 text-22 sm:text-28 ${stands || isOver ? "" : "text-alarm"}`}
        >
          {stands ? m.check_wallet_shown() : m.check_withdrawn()}
        </h2>
        <p>
          {stands
            ? m.check_wallet_shown_text({ operator: operator.name })
            : isOver
              ? m.check_too_old_text({ operator: operator.name, date: writtenDay(ends) })
              : m.check_withdrawn_text({ operator: operator.name })}
        </p>
        {ended === null && <p className="font-semibold">{m.check_wallet_no_days()}</p>}
        {isOtherDay && <p>{m.days_of_zone({ zone: getZone() })}</p>}
      </div>
      <CompareWithPaper {...{ number, operator }} />
      <Facts>
        <Fact term={m.record_name()}>{name}</Fact>
        <Fact term={m.check_number()}>{groupsOf(number).join("\u00A0")}</Fact>
        <Fact term={m.check_published_on()}>{writtenDay(published)}</Fact>
        {contentSince && <Fact term={m.check_content_changed_on()}>{writtenDay(contentSince)}</Fact>}
      </Facts>
      <p className="font-semibold">{m.not_said_money()}</p>
    </article>
  );
};
