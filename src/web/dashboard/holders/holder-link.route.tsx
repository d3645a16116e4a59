import { Form, href } from "react-router";
import { printedCode } from "#core/holders/codes.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenTime } from "#i18n/written.ts";
import {
  holderAddress,
  mailHolderLink,
  offerHolderLink,
  readHolder,
  withdrawHolderLink,
} from "#operations/holders/holder-links.ts";
import { endShareCodesOfRecord } from "#operations/holders/share-codes.ts";
import { Button } from "#design/form/button.tsx";
import { CopyButton } from "#design/form/copy-button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { PrintBar } from "../frame/print-bar.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { recordAddress } from "../records/record-links.tsx";
import { HolderCard } from "./holder-card.tsx";
import type { Route } from "./+types/holder-link.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor }) => {
    const { id } = args.params;
    const { operator } = await visit.settings();
    const { link, ...holder } = await readHolder(portal, actor, id);
    return {
      id,
      ...holder,
      operator: operatorName(operator, portal.publicOrigin),
      page: `${new URL(portal.publicOrigin).host}${pages.myRecord.path}`,
      link: link && { ...link, code: printedCode(link.code), address: holderAddress(portal, printedCode(link.code)) },
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const { id } = args.params;
      const here = href(pages.holderLink.path, { id });
      if (form["do"] === "withdraw") {
        await withdrawHolderLink(portal, actor, { id });
        return redirectInApp(here, "holder-link-withdrawn");
      }
      if (form["do"] === "end-codes") {
        await endShareCodesOfRecord(portal, actor, { id });
        return redirectInApp(here, "share-codes-ended");
      }
      if (form["do"] === "mail") {
        await mailHolderLink(portal, actor, id, form);
        return redirectInApp(here, "holder-link-mailed");
      }
      await offerHolderLink(portal, actor, { id }, form);
      return redirectInApp(here, "holder-link-made");
    },
    () => redirectInApp(pages.dashboard.path, "not-found"),
  );

export const clientAction = (args: Route.ClientActionArgs) => keepFormOnFailure(args);

export default function HolderLink({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, boundAt, codes, link } = loaderData;
  const record = recordAddress(id);
  return (
    <FormPage title={m.holder_link_title()} answer={actionData}>
      {(result) => (
        <>
          {link ? <PrintBar path={record} label={name} /> : <TextLink to={record} label={name} hotkey="b" />}
          <p className="screen-only max-w-prose">{m.holder_link_text()}</p>
          {boundAt !== null && (
            <p className="screen-only max-w-prose">{m.holder_link_bound({ date: writtenTime(boundAt) })}</p>
          )}
          {link ? <OfferedLink {...loaderData} link={link} result={result} /> : <OfferForm {...{ boundAt, result }} />}
          {boundAt !== null && <ShareCodes count={codes} />}
        </>
      )}
    </FormPage>
  );
}

/** Shows only how many share codes work: for whom they are is private to the holder. */
const ShareCodes = ({ count }: { count: number }) => (
  <section className="screen-only grid max-w-prose justify-items-start gap-3">
    <h2 className="text-18">{m.holder_codes()}</h2>
    <p>{count === 0 ? m.holder_codes_none() : m.holder_codes_count(messageCount(count))}</p>
    {count > 0 && (
      <Form method="post">
        <Button variant="danger" size="small" name="do" value="end-codes">
          {m.holder_codes_end()}
        </Button>
      </Form>
    )}
  </section>
);

type Loaded = Route.ComponentProps["loaderData"];
type OfferedLinkProps = Loaded & { link: NonNullable<Loaded["link"]>; result: FormResult | undefined };

/** Shows the holder's card, and other ways to deliver the link: as a message or by mail. */
function OfferedLink({ link, name, operator, page, result }: OfferedLinkProps) {
  const { field } = shownForm(result, ["email"], { elsewhere: "email" });
  const ends = writtenTime(link.endsAt);
  const from = link.reason === "" ? undefined : writtenTime(link.worksFrom);
  const message = m.holder_link_message({ operator, link: link.address, ends });
  const text = from === undefined ? message : `${message}\n${m.holder_card_from({ from })}`;
  return (
    <>
      {from !== undefined && <p className="screen-only max-w-prose">{m.holder_link_later({ from })}</p>}
      <div className="sheet max-w-md rounded-md bg-surface p-5 text-ink">
        <HolderCard {...{ name, operator, page, ends, from }} code={link.code} address={link.address} />
      </div>
      <section className="screen-only grid max-w-prose grid-cols-1 gap-3">
        <h2 className="text-18">{m.holder_link_send()}</h2>
        <p className="wrap-anywhere whitespace-pre-line select-all">{text}</p>
        <CopyButton label={m.copy()} text={text} copied={m.copied_text()} refused={m.copy_text_refused()} />
        <Form method="post" noValidate className="grid gap-3">
          <Field {...field("email")} type="email" label={m.holder_link_email()} hint={m.holder_link_email_hint()} />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="small" name="do" value="mail">
              {m.holder_link_mail()}
            </Button>
          </div>
        </Form>
        <Form method="post">
          <Button variant="danger" size="small" name="do" value="withdraw">
            {m.holder_link_withdraw()}
          </Button>
        </Form>
      </section>
    </>
  );
}

/** If a device can open the page already, staff must give a reason, which is told to the holder. */
function OfferForm({ boundAt, result }: Pick<Loaded, "boundAt"> & { result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["reason"]);
  return (
    <Form method="post" noValidate className="grid max-w-prose justify-items-stretch gap-4">
      {problem && <p role="alert">{problem}</p>}
      {boundAt !== null && (
        <>
          <p>{m.holder_link_bound_text()}</p>
          <Field
            {...field("reason")}
            rows={3}
            label={m.holder_link_reason()}
            hint={m.holder_link_reason_hint()}
            missing={m.field_required()}
            maxLength={500}
          />
        </>
      )}
      <Button size="small" className="justify-self-start">
        {m.holder_link_make()}
      </Button>
    </Form>
  );
}
