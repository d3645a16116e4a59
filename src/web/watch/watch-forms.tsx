import type { WaitedFor } from "#core/records/watch.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { AccountPage, LinkEnded } from "../account/form/account-page.tsx";
import { pages } from "../pages.ts";

/** The id of a form that is always on the page, because the language choice submits it. */
export const watchForm = "watch-form";

/**
 * Shows the form of an answer that found nothing again, with its problem. A visitor without such an answer is asked to
 * look up the number first.
 */
export function AskForm({ result }: { result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["email"], {
    own: { internal: m.report_failed, unavailable: m.report_failed, "link-ended": m.watch_look_up_first },
    ownFields: { email: { required: m.email_required } },
  });
  const { ticket = "" } = result?.values ?? {};
  const isOffered = ticket !== "" && result?.problem !== "link-ended";
  return (
    <form id={watchForm} method="post" action={pages.watch.path} noValidate className="grid max-w-md gap-5">
      {problem && <Alarm>{problem}</Alarm>}
      {isOffered ? (
        <>
          <HiddenFields fields={{ ticket }} />
          <Field {...field("email")} type="email" label={m.email()} autoComplete="email" />
          <div>
            <Button size="large">{m.watch_ask()}</Button>
          </div>
        </>
      ) : (
        <>
          {!problem && <p>{m.watch_look_up_first()}</p>}
          <p>
            <a href="/" className="link-button">
              {m.check_look_up()}
            </a>
          </p>
        </>
      )}
    </form>
  );
}

/** Looks the same whatever the site knows about the number and the address. */
export const WatchRequested = (values: FormValues) => (
  <AccountPage title={m.watch_asked_title()} text={m.watch_asked_text({ email: values["email"] ?? "" })}>
    <form id={watchForm} method="post" action={pages.watch.path} className="hidden">
      <HiddenFields fields={values} />
    </form>
    <p className="text-16 text-quiet">{m.watch_asked_hint()}</p>
    <p>
      <a href="/" className="link-button">
        {m.back_to_home()}
      </a>
    </p>
  </AccountPage>
);

type YourNumbersProps = {
  token: string;
  watches: readonly WaitedFor[];
  done: string;
  operator: string;
  result: FormResult | undefined;
};

export function YourNumbers({ token, watches, done, operator, result }: YourNumbersProps) {
  const { problem } = shownForm(result, []);
  const isOpen = watches.some(({ isConfirmed }) => !isConfirmed);
  const isStopped = done === "stop" && problem === null;
  return (
    <AccountPage title={m.watch_yours_title()}>
      {problem && <Alarm>{problem}</Alarm>}
      {done === "confirm" && !problem && <p role="status">{m.watch_confirmed({ operator })}</p>}
      {isStopped && <p role="status">{m.watch_stopped()}</p>}
      {watches.length === 0 && !isStopped && !problem && <p>{m.watch_none()}</p>}
      <ul className="list-disc space-y-1 ps-6 empty:hidden">
        {watches.map((one) => (
          <li key={`${one.ending} ${one.endsAt}`}>{waits(one)}</li>
        ))}
      </ul>
      <form id={watchForm} method="post" action={pages.watch.path} className="grid justify-items-start gap-3">
        <HiddenFields fields={{ token, done }} />
        {isOpen && (
          <Button size="large" name="do" value="confirm">
            {m.watch_confirm()}
          </Button>
        )}
        {!isStopped && (
          <Button variant="secondary" name="do" value="stop">
            {m.watch_stop()}
          </Button>
        )}
      </form>
    </AccountPage>
  );
}

const waits = ({ ending, isConfirmed, endsAt }: WaitedFor) =>
  isConfirmed ? m.watch_waits({ ending, date: writtenMoment(endsAt) }) : m.watch_unconfirmed({ ending });

export const EndedLink = () => (
  <LinkEnded>
    <form id={watchForm} method="post" className="hidden" />
  </LinkEnded>
);
