import { onClick, once, wordsOf } from "../../enhance/in-place.ts";
import { createPasskey, knowsPasskeys, showPasskey } from "./web-authn.ts";

const endpoint = (name: string) => `/api/auth/passkey/${name}`;

export function offerPasskeys(): void {
  if (!knowsPasskeys()) return;
  document.documentElement.dataset["passkeys"] = "";
  onClick("[data-passkey]", HTMLElement, (button) => once(button, () => askForPasskey(button)));
}

async function askForPasskey(button: HTMLElement): Promise<{ isLeaving: boolean }> {
  const { passkey: does = "", from = "" } = button.dataset;
  const problem = document.getElementById("passkey-problem");
  problem?.replaceChildren();
  try {
    if (does === "fill-in") {
      await fillIn(button.closest("form"));
      return { isLeaving: true };
    }
    await (does === "add" ? addPasskey() : signIn());
    location.assign(does === "sign-in" ? `/signed-in?${new URLSearchParams({ from }).toString()}` : from || "/account");
    return { isLeaving: true };
  } catch (error) {
    const code = error instanceof Error ? error.message : "";
    if (code === notFresh) {
      location.assign(provingAgain());
      return { isLeaving: true };
    }
    // Cancelled, timed out, of another site, or refused: the browser does not tell which, and the message is the same.
    problem?.replaceChildren(wordsOf(`passkey-${code}`) || wordsOf("passkey-failed"));
    return { isLeaving: false };
  }
}

const optionsForShown = () => ask<PublicKeyCredentialRequestOptionsJSON>(endpoint("generate-authenticate-options"));

/**
 * Writes a passkey's response into a form and submits it, because a holder has no account. `allowCredentials` is empty:
 * the browser then offers any passkey of this site.
 */
async function fillIn(form: HTMLFormElement | null): Promise<void> {
  const field = form?.elements.namedItem("passkey");
  if (!form || !(field instanceof HTMLInputElement)) return;
  const { passkeyOptions } = form.dataset;
  const said =
    passkeyOptions === undefined
      ? await showPasskey({ ...(await optionsForShown()), allowCredentials: [] })
      : await createPasskey(JSON.parse(passkeyOptions) as PublicKeyCredentialCreationOptionsJSON);
  field.value = JSON.stringify(said);
  form.submit();
}

async function signIn(): Promise<void> {
  const options = await optionsForShown();
  await ask(endpoint("verify-authentication"), { response: await showPasskey(options) });
}

async function addPasskey(): Promise<void> {
  const [name, password] = [typedIn("passkey-name"), typedIn("passkey-password")];
  const owner = password === undefined ? {} : { password };
  const options = await ask<PublicKeyCredentialCreationOptionsJSON>(endpoint("generate-register-options"), owner);
  await ask(endpoint("verify-registration"), { response: await createPasskey(options), name });
}

function typedIn(id: string): string | undefined {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : undefined;
}

/** Does not validate the response's shape, because our own server sends it. */
async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(codeOf(answer));
  return answer as Answer;
}

const notFresh = "SESSION_NOT_FRESH";

const codeOf = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "code" in answer ? String(answer.code) : "";

const provingAgain = () => `/prove-again?${new URLSearchParams({ from: location.pathname }).toString()}`;
