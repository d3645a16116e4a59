import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { PasskeyButton } from "../account/own/passkey-button.tsx";
import { pages } from "../pages.ts";

/** The id of a form that is always on the page, because the language choice submits it. */
export const cardForm = "card-form";

export const pinBox = { type: "password", inputMode: "numeric", autoComplete: "off", maxLength: 12 } as const;

/** Asks for the card, a fact about the holder and a new PIN in one step, so that a card alone opens nothing. */
export function CardForm({ result }: { result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["card", "fact", "pin", "pin2"]);
  return (
    <form id={cardForm} method="post" action={pages.myRecord.path} noValidate className="grid max-w-md gap-5">
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      <Field
        {...field("card")}
        isLarge
        data-card=""
        dir="ltr"
        label={m.holder_card_code()}
        hint={m.holder_card_code_hint()}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
      />
      <Field
        {...field("fact")}
        isLarge
        label={m.holder_fact()}
        hint={m.holder_fact_hint()}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={200}
      />
      <Field {...field("pin")} {...pinBox} label={m.holder_new_pin()} hint={m.holder_new_pin_hint()} />
      <Field {...field("pin2")} {...pinBox} label={m.holder_new_pin_again()} />
      <p className="text-16 text-quiet">{m.holder_device_text()}</p>
      <div>
        <Button size="large" name="do" value="use">
          {m.holder_use_card()}
        </Button>
      </div>
    </form>
  );
}

type PinFormProps = { id: string; firstName: string; isOnly: boolean; result: FormResult | undefined };

/** Opens a holder's page on a bound device. Several holders may share the device. */
export function PinForm({ id, firstName, isOnly, result }: PinFormProps) {
  const { field, problem } = shownForm(result, ["pin"]);
  return (
    <form method="post" action={pages.myRecord.path} noValidate className="grid max-w-md gap-4">
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      <input type="hidden" name="id" value={id} />
      <Field
        {...field("pin")}
        {...pinBox}
        id={`pin-${id}`}
        label={m.holder_pin_of({ name: firstName })}
        hint={m.holder_pin_hint()}
        takesFocus={isOnly || result !== undefined}
      />
      <div>
        <Button size="large" name="do" value="open">
          {m.holder_open()}
        </Button>
      </div>
    </form>
  );
}

/** Opens a holder's page for the signed-in account that is joined to it. */
export const AccountForm = ({ id, firstName }: { id: string; firstName: string }) => (
  <form method="post" action={pages.myRecord.path}>
    <input type="hidden" name="id" value={id} />
    <Button size="large" name="do" value="account">
      {m.holder_account_open({ name: firstName })}
    </Button>
  </form>
);

/** Opens a holder's page on any device with the holder's passkey. */
export function PasskeyForm({ result }: { result: FormResult | undefined }) {
  const { problem } = shownForm(result, []);
  return (
    <form
      method="post"
      action={pages.myRecord.path}
      className={`${result ? "grid" : "hidden passkeys:grid"} max-w-md gap-4`}
    >
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      <input type="hidden" name="do" value="passkey" />
      <input type="hidden" name="passkey" />
      <PasskeyButton label={m.holder_passkey_open()} does="fill-in" />
    </form>
  );
}
