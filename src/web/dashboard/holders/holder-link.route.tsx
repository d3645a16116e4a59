import { href } from "react-router";
import { cardDraftName, freezeDraftName } from "#core/page-draft.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenTime } from "#i18n/written.ts";
import { freezeHolder, giveBackPage } from "#operations/holders/frozen-page.ts";
import { offerHolderLink, readHolder, withdrawHolderLink } from "#operations/holders/holder-links.ts";
import { endShareCodesOfRecord } from "#operations/holders/share-codes.ts";
import { witnessHolder } from "#operations/holders/witness-holder.ts";
import { mailState } from "#operations/mails/mail-server.ts";
import { Button } from "#design/form/button.tsx";
import { CopyButton } from "#design/form/copy-button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { PrintBar } from "../frame/print-bar.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { type Buttons, handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { draftFields } from "../page-draft/autosave.ts";
import { endDraftOf, shownPageDraft } from "../page-draft/page-draft.server.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { recordAddress } from "../record-list/record-links.tsx";
import { HolderCard } from "./holder-card.tsx";
import { shownCode, siteOf } from "./shown-code.server.ts";
import type { Route } from "./+types/holder-link.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor }) => {
    const { id } = args.params;
    const { operator } = await visit.settings();
    const [card, freeze] = await Promise.all(
      [cardDraftName(id), freezeDraftName(id)].map((name) => shownPageDraft(portal, actor, name)),
    );
    return { id, drafts: { card, freeze }, ...(await readHolder(portal, actor, id)), ...siteOf(portal, operator) };
  });

const buttons: Buttons = {
  withdraw: { flash: "holder-link-withdrawn", work: withdrawHolderLink },
  "end-codes": { flash: "share-codes-ended", work: endShareCodesOfRecord },
  freeze: { flash: "holder-frozen", work: freezeHolder },
  "give-back": { flash: "holder-given-back", work: giveBackPage },
  witness: { flash: "holder-witnessed", work: witnessHolder },
};

/** Without a button, makes a link. The response itself shows its code, because that is shown only once. */
export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const target = { id: args.params.id };
      const button = new Map(Object.entries(buttons)).get(form["do"] ?? "");
      if (!button) {
        const code = await offerHolderLink(portal, actor, target, form);
        await endDraftOf(portal, actor, form[draftFields.name]);
        // Says that a mail is on its way only if mails leave now.
        const email = (await mailState(portal)) === "sent" ? (form["email"] ?? "") : "";
        return { made: { ...shownCode(portal, code ?? ""), email } };
      }
      await button.work(portal, actor, target, form);
      return redirectInApp(href(pages.holderLink.path, target), button.flash);
    },
    () => redirectInApp(pages.dashboard.path, "not-found"),
  );

type Loaded = Route.ComponentProps["loaderData"];
type OwnMade = Extract<NonNullable<Route.ComponentProps["actionData"]>, { made: unknown }>["made"];
type PartProps = Loaded & { result: FormResult | undefined };

export default function HolderLink({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, boundAt, isFrozen, hasRefused, mayFreeze, codes, link } = loaderData;
  const record = recordAddress(id);
  const mayMake = boundAt === null || mayFreeze || !(hasRefused || isFrozen);
  const isOpenToFreeze = boundAt !== null && !isFrozen && mayFreeze;
  return (
    <FormPage
      title={m.holder_link_title()}
      answer={actionData}
      claims={{ offer: mayMake ? [""] : [], freeze: isOpenToFreeze ? ["freeze"] : [] }}
    >
      {(answer, of) => {
        const made = answer && "made" in answer ? answer.made : undefined;
        return (
          <>
            {made ? <PrintBar path={record} label={name} /> : <TextLink to={record} label={name} hotkey="b" />}
            <p className="screen-only max-w-prose">{m.holder_link_text()}</p>
            <State {...loaderData} />
            {made && link && <MadeCard {...loaderData} link={link} made={made} />}
            {!made && link && <OfferedLink {...link} />}
            {!made && mayMake && <OfferForm {...loaderData} result={of("offer")} />}
            {boundAt !== null && !isFrozen && <ShareCodes count={codes} />}
            {isOpenToFreeze && <FreezeForm draft={loaderData.drafts.freeze} result={of("freeze")} />}
          </>
        );
      }}
    </FormPage>
  );
}

/** Says who has the page, and what a second member of staff or an admin decides about it. */
function State({ boundAt, hasRefused, isFrozen, near, link, mayFreeze, ...witness }: Loaded) {
  const waits = link !== null && link.worksFrom === null;
  if (boundAt === null && !waits) return null;
  return (
    <div className="screen-only grid max-w-prose justify-items-start gap-3">
      {boundAt !== null && <p>{m.holder_link_bound({ date: writtenTime(boundAt) })}</p>}
      {near !== null && <p>{near === "session" ? m.holder_link_near_session() : m.holder_link_near_network()}</p>}
      {hasRefused && !isFrozen && <p>{m.holder_link_has_refused()}</p>}
      {isFrozen && <p>{m.holder_link_is_frozen()}</p>}
      {waits && <p>{m.holder_link_waits()}</p>}
      {(waits || near !== null) &&
        (witness.mayWitness ? (
          <ButtonForm does="witness" label={m.holder_link_witness()} card={waits ? String(link.madeAt) : ""} />
        ) : (
          <p>{witness.mayBeWitnessed ? m.holder_link_witness_other() : m.holder_link_witness_none()}</p>
        ))}
      {witness.mayGiveBack && <ButtonForm does="give-back" label={m.holder_link_give_page_back()} />}
      {isFrozen && mayFreeze && !witness.mayGiveBack && <p>{m.holder_link_give_back_other()}</p>}
    </div>
  );
}

type ButtonFormProps = { does: string; label: string; variant?: "secondary" | "danger"; card?: string };

const ButtonForm = ({ does, label, variant = "secondary", card }: ButtonFormProps) => (
  <SendForm>
    {card && <input type="hidden" name="card" value={card} />}
    <Button variant={variant} size="small" name="do" value={does}>
      {label}
    </Button>
  </SendForm>
);

/** Shows only how many share codes work: for whom they are is private to the holder. */
const ShareCodes = ({ count }: { count: number }) => (
  <section className="screen-only grid max-w-prose justify-items-start gap-3">
    <h2 className="text-18">{m.holder_codes()}</h2>
    <p>{count === 0 ? m.holder_codes_none() : m.holder_codes_count(messageCount(count))}</p>
    {count > 0 && <ButtonForm does="end-codes" label={m.holder_codes_end()} variant="danger" />}
  </section>
);

type MadeCardProps = Loaded & { link: NonNullable<Loaded["link"]>; made: OwnMade };

/** Shows the card that was made just now, and the link as a message. */
function MadeCard({ link, made, boundAt, name, operator, page }: MadeCardProps) {
  const from = boundAt === null || link.worksFrom === null ? undefined : writtenTime(link.worksFrom);
  const message = m.holder_link_message({ operator, link: made.address, ends: made.ends });
  const text = from === undefined ? message : `${message}\n${m.holder_card_from({ from })}`;
  return (
    <>
      <p className="screen-only max-w-prose">{m.holder_link_once()}</p>
      <div className="sheet max-w-md rounded-md bg-surface p-5 text-ink">
        <HolderCard {...made} {...{ name, operator, page, from }} waits={link.worksFrom === null} />
      </div>
      {link.worksFrom !== null && (
        <section className="screen-only grid max-w-prose grid-cols-1 gap-3">
          <h2 className="text-18">{m.holder_link_send()}</h2>
          {made.email !== "" && <p className="wrap-anywhere">{m.holder_link_mailed({ email: made.email })}</p>}
          <p className="wrap-anywhere whitespace-pre-line select-all">{text}</p>
          <CopyButton label={m.copy()} text={text} copied={m.copied_text()} refused={m.copy_text_refused()} />
        </section>
      )}
    </>
  );
}

/** An unused card. Its code is stored nowhere, so it cannot be shown again. */
const OfferedLink = ({ madeAt, worksFrom, endsAt }: NonNullable<Loaded["link"]>) => (
  <section className="screen-only grid max-w-prose justify-items-start gap-3">
    <p>{m.holder_link_unused({ made: writtenTime(madeAt), ends: writtenTime(endsAt) })}</p>
    {worksFrom !== null && worksFrom > madeAt && <p>{m.holder_link_later({ from: writtenTime(worksFrom) })}</p>}
    <ButtonForm does="withdraw" label={m.holder_link_withdraw()} variant="danger" />
  </section>
);

/** If a device can open the page already, staff must give a reason, which is told to the holder. */
function OfferForm({ boundAt, hasRefused, isFrozen, link, drafts, result }: PartProps) {
  const { field, problem } = shownForm(result, ["reason", "email"]);
  const isDisputed = hasRefused || isFrozen;
  return (
    <SendForm problem={problem} className="screen-only grid max-w-prose justify-items-stretch gap-4">
      <input type="hidden" name="seen" value={link ? String(link.madeAt) : ""} />
      {drafts.card && <PageDraft {...drafts.card} cameBack={result !== undefined} />}
      {boundAt !== null && (
        <>
          <p>
            {hasRefused && !isFrozen && `${m.holder_link_freezes()} `}
            {isDisputed ? m.holder_link_disputed_text() : m.holder_link_bound_text()}
          </p>
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
      {!(boundAt !== null && isDisputed) && (
        <Field {...field("email")} type="email" label={m.holder_link_email()} hint={m.holder_link_email_hint()} />
      )}
      <Button size="small" className="justify-self-start">
        {link ? m.holder_link_make_again() : m.holder_link_make()}
      </Button>
    </SendForm>
  );
}

type FreezeFormProps = { draft: ShownPageDraft | undefined; result: FormResult | undefined };

function FreezeForm({ draft, result }: FreezeFormProps) {
  const { field, problem } = shownForm(result, ["reason"]);
  return (
    <details className="screen-only max-w-prose" open={result !== undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5">{m.holder_link_freeze_title()}</summary>
      <SendForm problem={problem} className="grid gap-4 pt-2">
        <p>{m.holder_link_freeze_text()}</p>
        {draft && <PageDraft {...draft} cameBack={result !== undefined} />}
        <Field
          {...field("reason")}
          id="freeze-reason"
          rows={3}
          label={m.holder_link_freeze_reason()}
          missing={m.field_required()}
          maxLength={500}
        />
        <Button variant="danger" size="small" className="justify-self-start" name="do" value="freeze">
          {m.holder_link_freeze()}
        </Button>
      </SendForm>
    </details>
  );
}
