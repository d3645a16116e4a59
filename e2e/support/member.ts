import { type Locator, type Page, expect, test } from "@playwright/test";
import type { Role } from "#core/staff/roles.ts";
import { mailsIn } from "#test/support/read-mail.ts";
import { appCode } from "./app-code.ts";
import { freshEmail, giveAccount, goodPassword } from "./people.ts";
import type { StartedPortal } from "./portal.ts";

/** Somebody at the pages of accounts, with or without an account. */
export class Member {
  readonly page: Page;
  readonly email: string;
  password = goodPassword;
  readonly #portal: StartedPortal;

  constructor(portal: StartedPortal, page: Page, email = freshEmail()) {
    this.#portal = portal;
    this.page = page;
    this.email = email;
  }

  /** With a confirmed account. */
  static async joins(portal: StartedPortal, page: Page, role: Role = "student"): Promise<Member> {
    const member = new Member(portal, page);
    await giveAccount(portal.office, role, member.email, "Sadia Islam");
    return member;
  }

  /** The same person at another browser. */
  at(page: Page): Member {
    const other = new Member(this.#portal, page, this.email);
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
    await this.field("Email").fill(this.email);
    await this.field("Password").fill(this.password);
    await this.button("Sign in").click();
  }

  /** Signed in by a call, where the page of it is not what the journey is about. */
  async comesIn(to: string): Promise<void> {
    const { url } = this.#portal;
    const { email, password } = this;
    const answer = await this.page.request.post(`${url}/api/auth/sign-in/email`, {
      data: { email, password },
      headers: { Origin: url },
    });
    expect(answer.ok(), `signing in is answered with ${answer.status()}`).toBe(true);
    await this.page.goto(to);
  }

  async isSignedIn(): Promise<void> {
    await expect(this.heading).toHaveText("Your account");
  }

  async reads(notice: string): Promise<void> {
    await expect(this.page.locator("[data-notice]")).toContainText(notice);
  }

  get heading(): Locator {
    return this.page.getByRole("heading", { level: 1 });
  }

  /** What is wrong with a field, as it is read out with it. */
  async isTold(label: string, words: string | RegExp): Promise<void> {
    await expect(this.field(label)).toHaveAccessibleDescription(words);
    await expect(this.field(label)).toHaveAttribute("aria-invalid", "true");
  }

  /** From `page` on, where they are signed in already. */
  async turnsOnTheSecondStep(page?: string): Promise<{ secret: string; codes: string[] }> {
    if (page === undefined) await this.signsIn("/account/second-step");
    else await this.page.goto(page);
    await expect(this.heading).toHaveText("Turn on the second step");
    await this.field("Password").fill(this.password);
    await this.button("Continue").click();
    await expect(this.heading).toHaveText("Add this site to your app");
    const secret = (await this.page.locator("#main code").innerText()).replaceAll(" ", "");
    await this.field("Code").fill(appCode(secret));
    await this.button("Turn it on").click();
    await expect(this.heading).toHaveText("Keep these codes");
    return { secret, codes: await this.page.locator("#main code").allInnerTexts() };
  }

  /** The newest link to a page of ours that was mailed. */
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

/** Where scripts run, forms are filled once the page hears; what comes before has journeys of its own. */
export async function isAlive(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled) await expect(page.locator("html[data-alive]")).toBeAttached();
}
