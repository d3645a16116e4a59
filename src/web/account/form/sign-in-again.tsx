import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";

/** For who has no second step to show: out, and in again. */
export const SignInAgain = ({ from }: { from: string }) => (
  <form method="post" action="/sign-out">
    <input type="hidden" name="from" value={from} />
    <Button>{m.sign_in_again()}</Button>
  </form>
);
