import { system } from "#core/accounts/actor.ts";
import { allowNotices } from "#operations/desk/tell-organisations.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { selectClass } from "#operations/classes/offered-classes.ts";
import { joinAccount } from "#operations/holders/holder-account.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { changeAsHolder, type HolderCredential } from "#operations/holders/holder-page.ts";
import { type SealedHolder, sealHolder } from "#operations/sealed/sealed-holder.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { updateSession } from "#storage/database/accounts/sessions.ts";
import { updateRow } from "#storage/database/rows.ts";
import { hashingOnce, openSession, sentInvitation } from "../../support/accounts/fresh-accounts.ts";
import { offer } from "../../support/classes.ts";
import { holderOf, pin } from "../../support/holders.ts";
import { declare, declarePapers, ownField, ownPaper, proposeOffice } from "../../support/own-fields.ts";
import { openForTest, whenFileEnds } from "../../support/portals.ts";
import { type SiteProcess, startSiteProcess } from "../../support/site.ts";
import { fillSite } from "../../released/make/fill-site.ts";

/** Who reads pages. Of several pages to begin with, the links are followed. */
export type Reader = {
  name: string;
  cookies: readonly string[];
  starts: readonly string[];
  opened?: HolderCredential;
};

const inBangla = "language=bn";
const everywhere = ["/", "/account", "/dashboard", "/my-record", "/login"];

const openedBy = ({ id, secret }: HolderCredential) => `attestry.holder-open=${id}~${secret}`;

/** A site with something of everything, and the people who read its pages. */
export async function filledSite(environment: Record<string, string>): Promise<SiteProcess & { readers: Reader[] }> {
  const site = await startSiteProcess(environment);
  const { portal } = site;
  const another = await openForTest({ ...site.environment, REGISTRY: "Another" }, whenFileEnds);
  const { people, records, pages } = await fillSite(portal, another);
  const cookieOf = async (personId: string) => {
    const { id, cookie } = await openSession(portal, personId);
    await portal.database.write((writer) => updateSession(portal, writer, id, { proved_at: portal.now() }));
    return cookie;
  };
  const { id: desk } = await portal.database.read
    .selectFrom("person")
    .select("id")
    .where("email", "=", "maria@embassy.example")
    .executeTakeFirstOrThrow();
  const runs = await Array.fromAsync(["cards", "export", "update", "hide"] as const, (kind) =>
    askForRun(portal, people.admin, kind, { ids: [records.changed.id] }),
  );
  const runPages = runs.map(({ id }) => `/dashboard/Bulk/${id}`);
  await selectClass(portal, people.student, (await offer(portal, { title: "Cooking" })).id);
  const invited = await sentInvitation(portal, people.admin, { email: "new@agency.example", role: "student" });
  const office = [
    {
      name: "admin",
      id: people.admin.id,
      starts: [...everywhere, "/dashboard/Bulk", ...runPages, `${runPages[0]}/holder-cards`],
    },
    { name: "moderator", id: people.clerk.id, starts: everywhere },
    { name: "organisation", id: desk, starts: everywhere },
  ];
  // A second session, so that there is one to end.
  await openSession(portal, people.admin.id);
  const { ownFields, ownPapers } = await currentSettings(portal);
  await declare(portal, ...ownFields, ownField("f4", "Agent", { isRemoved: true }));
  await declarePapers(portal, ...ownPapers, ownPaper("p3", "Visa card", { isRemoved: true }));
  await proposeOffice(portal, "https://office.gov.example");
  return {
    ...site,
    readers: [
      ...(await Array.fromAsync(office, async ({ id, ...reader }) => ({
        ...reader,
        cookies: [inBangla, await cookieOf(id)],
      }))),
      ...(await holders(site, { records, pages, student: people.student, cookie: await cookieOf(people.student.id) })),
      {
        name: "nobody",
        cookies: [inBangla],
        starts: [...everywhere, "/second-factor", `/invitation?token=${invited.token}`],
      },
    ],
  };
}

type Filled = Awaited<ReturnType<typeof fillSite>>;

/** The holders' pages in their states, and the student whose account opens one of them. */
async function holders(
  { portal }: Pick<SiteProcess, "portal">,
  {
    records,
    pages,
    student,
    cookie,
  }: Pick<Filled, "records" | "pages"> & { student: Filled["people"]["student"]; cookie: string },
): Promise<Reader[]> {
  const joined = await holderOf(portal, records.bare);
  await joinAccount(hashingOnce(portal), joined.opened, { pin }, { id: student.id, role: "student" });
  await allowNotices(portal, joined.opened, false);
  const mail = {
    address: "karim@example.com",
    language: "en",
    mark: "mark",
    askedAt: portal.now(),
    isConfirmed: true,
  } as const;
  const change = (opened: HolderCredential, sealed: Partial<SealedHolder>) =>
    changeAsHolder(portal, opened, async ({ writer, key, log }, before) => {
      await updateRow(writer, "holder", opened.id, { sealed: sealHolder(key, opened.id, { ...before, ...sealed }) });
      await log("holder-passkey-added", {});
    });
  await change(joined.opened, {
    mail: { ...mail, tellsLooks: true },
    passkey: { id: "id", publicKey: "key", addedAt: 0 },
  });
  await change(pages.full, { mail });
  await offerHolderLink(portal, system("test"), records.heldBack, { reason: "He lost his phone." });
  await changeSettings(portal, system("test"), { change: { languages: { hi: { isOn: true, confirmed: "" } } } });
  const open = (name: string, opened: HolderCredential, language: string, ...more: string[]): Reader => ({
    name,
    cookies: [language, openedBy(opened), ...more],
    starts: ["/my-record"],
    opened,
  });
  return [
    open("a holder who reads Hindi", pages.full, "language=hi"),
    open("a holder whose page is frozen", pages.disputed, inBangla),
    open("a holder with an account", pages.heldBack, inBangla, cookie),
    open("a holder whom an account joined", joined.opened, inBangla, cookie),
    {
      name: "a known device",
      cookies: [inBangla, `attestry.holder=${joined.device.id}~${joined.device.secret}`],
      starts: ["/my-record"],
    },
    { name: "student", cookies: [inBangla, cookie], starts: everywhere },
  ];
}
