import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { PasskeyButton } from "../account/own/passkey-button.tsx";
import { pages } from "../pages.ts";
import { FoldedSection } from "#design/folded-section.tsx";
import { pinBox } from "./holder-forms.tsx";

export type OwnAccessProps = {
  boundAt: number;
  passkeyAt: number | null;
  /** The email address of the joined account, which can open the page too. */
  account: string | null;
  /** The email address of the signed-in student. Null for others. */
  ownAccount: string | null;
  /** The data that the browser needs to create a passkey. Present after the PIN was entered. */
  begun: { grant: string; options: object } | undefined;
  result: FormResult | undefined;
  ofJoin: FormResult | undefined;
  operator: string;
};

export const OwnAccess = (props: OwnAccessProps) => {
  const { boundAt, passkeyAt, account, ownAccount, begun, result, ofJoin, operator } = props;
  const isOpen = [passkeyAt, account, begun, result, ofJoin].some((part) => part !== null && part !== undefined);
  return (
    <FoldedSection id="who" title={m.holder_who_title()} isOpen={isOpen}>
      <p>{m.holder_who_text({ date: writtenMoment(boundAt) })}</p>
      {passkeyAt === null ? <AddPasskey {...{ begun, result }} /> : <OwnPasskey addedAt={passkeyAt} />}
      {account !== null && <JoinedAccount email={account} />}
      {account === null && ownAccount !== null && <JoinAccount email={ownAccount} result={ofJoin} />}
      <p>{m.holder_who_staff({ operator })}</p>
    </FoldedSection>
  );
};

const JoinedAccount = ({ email }: { email: string }) => (
  <form method="post" action={pages.myRecord.path} className="grid justify-items-start gap-3">
    <p className="wrap-anywhere">{m.holder_account_on({ email })}</p>
    <Button variant="secondary" size="small" name="do" value="leave-account">
      {m.holder_account_leave()}
    </Button>
  </form>
);

function JoinAccount({ email, result }: { email: string; result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["pin"]);
  return (
    <form method="post" action={pages.myRecord.path} noValidate className="grid max-w-md gap-4">
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      <p className="wrap-anywhere">{m.holder_account_text({ email })}</p>
      <Field {...field("pin")} {...pinBox} id="pin-account" label={m.holder_own_pin()} />
      <div>
        <Button variant="secondary" name="do" value="join-account">
          {m.holder_account_join()}
        </Button>
      </div>
    </form>
  );
}

const OwnPasskey = ({ addedAt }: { addedAt: number }) => (
  <form method="post" action={pages.myRecord.path} className="grid justify-items-start gap-3">
    <p>{m.holder_passkey_on({ date: writtenMoment(addedAt) })}</p>
    <Button variant="secondary" size="small" name="do" value="remove-passkey">
      {m.holder_passkey_remove()}
    </Button>
  </form>
);

/**
 * Visible only if the browser supports passkeys. Asks for the PIN first, so that nobody else adds a passkey to a page
 * that was left open.
 */
function AddPasskey({ begun, result }: Pick<OwnAccessProps, "begun" | "result">) {
  const { field, problem } = shownForm(result, ["pin"]);
  return (
    <form
      method="post"
      action={pages.myRecord.path}
      noValidate
      data-passkey-options={begun && JSON.stringify(begun.options)}
      // A form that the server sent back is visible from the start, so that it can take the focus.
      className={`${begun || result ? "grid" : "hidden passkeys:grid"} max-w-md gap-4`}
    >
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      {begun ? (
        <>
          <p tabIndex={-1} autoFocus>
            {m.holder_passkey_now()}
          </p>
          <input type="hidden" name="do" value="add-passkey" />
          <input type="hidden" name="grant" value={begun.grant} />
          <input type="hidden" name="passkey" />
          <PasskeyButton label={m.holder_passkey_save()} does="fill-in" />
        </>
      ) : (
        <>
          <p>{m.holder_passkey_text()}</p>
          <Field {...field("pin")} {...pinBox} id="pin-passkey" label={m.holder_own_pin()} />
          <div>
            <Button variant="secondary" name="do" value="begin-passkey">
              {m.passkey_add()}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
