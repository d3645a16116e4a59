import { type BrowserContext, type Locator, type Page, expect } from "@playwright/test";
import type { Role } from "#core/accounts/roles.ts";
import { appCode } from "#test/support/accounts/app-code.ts";
import { mailsIn } from "#test/support/read-mail.ts";
import { createAccount, freshEmail, goodPassword, openSession } from "#test/support/accounts/fresh-accounts.ts";
import type { StartedPortal } from "./portal.ts";
import { changeRows } from "#test/support/change-rows.ts";

/** The values of boxes, by their labels. */
type Boxes = Readonly<Record<string, string>>;

/** A person on the account pages, with or without an account. */
export class Member {
  readonly page: Page;
  readonly email: string;
  password = goodPassword;
  readonly id: string;
  readonly #portal: StartedPortal;

  constructor(portal: StartedPortal, page: Page, email = freshEmail(), id = "") {
    this.#portal = portal;
    this.page = page;
    this.email = email;
    this.id = id;
  }

  /** A person with a confirmed account. */
  static async joins(portal: StartedPortal, page: Page, role: Role = "student"): Promise<Member> {
    const email = freshEmail();
    const { id } = await createAccount(portal.office, role, email, "Sadia Islam");
    return new Member(portal, page, email, id);
  }

  /** A person with a confirmed account who is already signed in, without using the sign-in page. */
  static async signedIn(portal: StartedPortal, page: Page, role: Role): Promise<Member> {
    const member = await Member.joins(portal, page, role);
    await member.hasSession();
    return member;
  }

  /** The same person in another browser. */
  at(page: Page): Member {
    const other = new Member(this.#portal, page, this.email, this.id);
    other.password = this.password;
    return other;
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async signsIn(from = "/login"): Promise<void> {
    await this.page.goto(from);
    await this.fills({ Email: this.email, Password: this.password });
    await this.button("Sign in").click();
  }

  /** Signs in in a new window that this page opens. That window then shows the page at `sentTo`. */
  async signsInAgain(sentTo = this.page.url()): Promise<void> {
    const opening = this.page.waitForEvent("popup");
    await this.page.getByRole("link", { name: "Sign in in a new window" }).first().click();
    const other = this.at(await opening);
    await other.fills({ Email: this.email, Password: this.password });
    await other.button("Sign in").click();
    await expect(other.page).toHaveURL(sentTo);
    await other.page.close();
  }

  async hasSession(): Promise<void> {
    const { cookie } = await openSession(this.#portal.office, this.id);
    const [name = "", value = ""] = cookie.split("=", 2);
    await this.page.context().addCookies([{ name, value, url: this.#portal.url, httpOnly: true, sameSite: "Lax" }]);
  }

  /** Opens a page of the dashboard, and waits until keys and presses work. */
  async opens(address: string): Promise<void> {
    await this.page.goto(address);
    await waitForHydration(this.page);
  }

  async isSignedIn(): Promise<void> {
    await expect(this.heading).toHaveText(/^(Your account|What you can do here)$/);
  }

  async reads(message: string): Promise<void> {
    await expect(this.page.locator("[data-flash]")).toContainText(message);
  }

  get heading(): Locator {
    return this.page.getByRole("heading", { level: 1 });
  }

  async fills(boxes: Boxes): Promise<void> {
    for (const [label, value] of Object.entries(boxes)) await this.field(label).fill(value);
  }

  async shows(boxes: Boxes): Promise<void> {
    for (const [label, value] of Object.entries(boxes)) await expect(this.field(label)).toHaveValue(value);
  }

  /** Checks the message at each field, as screen readers read it out. */
  async seesProblems(problems: Readonly<Record<string, string | RegExp>>): Promise<void> {
    for (const [label, words] of Object.entries(problems)) {
      await expect(this.field(label)).toHaveAccessibleDescription(words);
      await expect(this.field(label)).toHaveAttribute("aria-invalid", "true");
    }
  }

  async turnsOnTheSecondStep(): Promise<{ secret: string; codes: string[] }> {
    await this.hasSession();
    await this.page.goto("/account/second-step");
    await expect(this.heading).toHaveText("Second step");
    await this.field("Password").fill(this.password);
    await this.button("Continue").click();
    await expect(this.heading).toHaveText("Add this site to your app");
    const secret = (await this.page.locator("#main code").innerText()).replaceAll(" ", "");
    await this.field("Code").fill(appCode(secret));
    await this.button("Turn it on").click();
    await expect(this.heading).toHaveText("Keep these codes");
    return { secret, codes: await this.page.locator("#main code").allInnerTexts() };
  }

  /** The newest mailed link to this page. */
  async linkMailed(page: "confirm" | "reset" | "invitation"): Promise<string> {
    const pattern = new RegExp(`http\\S+/${page}\\?token=[\\w-]+`);
    const newest = async () => {
      const mails = await mailsIn(this.#portal.folder);
      const own = mails.filter(({ headers }) => headers["to"]?.includes(this.email));
      return own.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []).at(-1);
    };
    await expect.poll(newest).toBeDefined();
    return (await newest()) ?? "";
  }
}

export const withoutJavaScript = new WeakSet<BrowserContext>();

/** Waits until scripts run, unless they are off. hydration.spec.ts tests forms before that. */
export async function waitForHydration(page: Page): Promise<void> {
  if (!withoutJavaScript.has(page.context())) await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

/** Changes all sessions as if everybody had signed in, and shown their second step, an hour ago. */
export async function letSessionsAge({ office }: Pick<StartedPortal, "office">): Promise<void> {
  const anHourAgo = Date.now() - 60 * 60_000;
  await changeRows(office, "session", { started_at: anHourAgo, proved_at: anHourAgo });
}
