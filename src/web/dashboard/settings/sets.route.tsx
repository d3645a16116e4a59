import type { ReactNode } from "react";
import { Link } from "react-router";
import { PortalError } from "#core/errors.ts";
import { isSetId, setIds } from "#core/sets/set-ids.ts";
import { m } from "#i18n/compiled/messages.js";
import { staffTitle } from "#i18n/document-titles.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { writtenDay, writtenMoment } from "#i18n/written.ts";
import { chooseSet } from "#operations/settings/choose-set.ts";
import { leaveOutOffice, lookAtOffice, readProposedOffices } from "#operations/settings/proposed-offices.ts";
import { Button } from "#design/form/button.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { setWords } from "../../account/setup/set-words.tsx";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { type KnownVisit, readPageWithRecentProof } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { BackToSettings } from "./back-to-settings.tsx";
import { ProposedOffices } from "./proposed-offices.tsx";
import { effectInWords } from "./set-effect.server.ts";
import { addressOfSet } from "./settings-pages.ts";
import type { Route } from "./+types/sets.route.ts";

const page = pages.sets.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async (known) => {
    const id = args.url.searchParams.get("set");
    if (id !== null && !isSetId(id)) throw new PortalError("not-found");
    return {
      effect: id === null ? null : await effectInWords(known.portal, known.actor, id),
      ...(await shownOffices(known)),
    };
  });

async function shownOffices({ portal, actor }: KnownVisit) {
  const { offices, papers, version } = await readProposedOffices(portal, actor);
  return {
    version,
    offices: offices.map(({ to, label, labels, kinds, source, readOn, looked }) => ({
      to,
      label: ownLabel({ labels: { en: label, ...labels } }),
      papers: m.sets_office_for({ papers: kinds.map((kind) => staffTitle(kind, papers)).join(", ") }),
      source,
      read: m.sets_office_read({ day: writtenDay(readOn) }),
      state: looked ? lookedWords(looked) : m.sets_office_unseen(),
      waits: looked === null,
    })),
  };
}

function lookedWords({ name, at }: { name: string; at: number }): string {
  const day = writtenMoment(at);
  return name === "" ? m.sets_office_looked_by_one({ day }) : m.sets_office_looked({ name, day });
}

export const shouldRevalidate = readAgainIfStale;

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page,
    buttons: {
      look: { flash: "office-looked", work: lookAtOffice },
      leave: { flash: "office-left", work: leaveOutOffice },
    },
    problems: { invalid: "offices-full" },
    answerOther: ({ visit, portal, actor }, form) =>
      submitForm(visit, { values: form, here: args.url.pathname + args.url.search }, async () => {
        const { set } = form;
        if (!isSetId(set)) throw new PortalError("not-found");
        const { modified } = await chooseSet(portal, actor, { set, expectedVersion: expectedVersion(form) });
        // The document names the second number, so that its scripts do.
        return redirectWithReload(page, { flash: modified === 1 ? "set-chosen" : "settings-kept" });
      }),
  });

/** Says what each set would do here, and asks an admin to look at the offices that sets brought. */
export default function Sets({ loaderData: { effect, offices, version }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={effect ? setWords[effect.id].name() : m.sets_title()} answer={actionData}>
      {(sent) =>
        effect ? (
          <Effect {...effect} sent={sent} />
        ) : (
          <>
            <AllSets />
            {offices.length > 0 && <ProposedOffices {...{ offices, version }} />}
          </>
        )
      }
    </FormPage>
  );
}

const own = { stale: m.set_stale };

const AllSets = () => (
  <>
    <BackToSettings />
    <p className="max-w-prose">{m.sets_text()}</p>
    <ul className="grid max-w-prose">
      {setIds.map((id) => (
        <li key={id} className="grid gap-1 border-t border-line py-3">
          <span className="font-semibold">{setWords[id].name()}</span>
          <span className="text-quiet">{setWords[id].line()}</span>
          <Link to={addressOfSet(id)} className="inline-flex min-h-11 items-center justify-self-start">
            {m.set_see()}
            <span className="sr-only"> {setWords[id].name()}</span>
          </Link>
        </li>
      ))}
    </ul>
  </>
);

type EffectProps = NonNullable<Route.ComponentProps["loaderData"]["effect"]> & { sent: FormResult | undefined };

const Effect = ({ id, adds, switchesOff, endsCopies, stays, changes, isHeld, version, sent }: EffectProps) => (
  <>
    <p>
      <TextLink to={page} label={m.sets_title()} hotkey="u" />
    </p>
    <section className="grid max-w-prose gap-4">
      <p className="text-quiet">{setWords[id].line()}</p>
      <Lines title={m.set_adds()} lines={adds} />
      <Lines title={m.set_switches_off()} lines={switchesOff.map((title) => ({ title, facts: [] }))}>
        <p>{m.set_kinds_text()}</p>
        {endsCopies && <p>{m.set_kinds_copies()}</p>}
      </Lines>
      <Lines title={m.set_stays()} lines={stays.map((title) => ({ title, facts: [] }))} />
      {changes && isHeld && <p className="border-s-4 border-line-strong ps-4">{m.set_waits()}</p>}
      {changes ? (
        <SendForm
          action={addressOfSet(id)}
          problem={shownForm(sent, [], { own }).problem}
          hidden={{ do: "choose", set: id, version: String(version) }}
        >
          <Button>{m.set_choose()}</Button>
        </SendForm>
      ) : (
        <p className="font-semibold">{m.set_no_change()}</p>
      )}
    </section>
  </>
);

type LinesProps = {
  title: string;
  children?: ReactNode;
  lines: readonly { title: string; facts: readonly string[] }[];
};

const Lines = ({ title, lines, children }: LinesProps) =>
  lines.length > 0 && (
    <div className="grid gap-2">
      <h2 className="text-18">{title}</h2>
      {children}
      <ul className="grid list-disc gap-1 ps-5">
        {lines.map((line) => (
          <li key={line.title} className="wrap-anywhere">
            {line.title}
            {line.facts.length > 0 && <span className="block text-16 text-quiet">{line.facts.join(" · ")}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
