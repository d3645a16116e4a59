import { makeZip } from "client-zip";
import { href } from "react-router";
import { particularsOf } from "#core/records/record-details.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { subjectAccessExport } from "#operations/exports/all-about-person.ts";
import { takeRecord } from "#operations/exports/take-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import type { Route } from "./+types/record-files.route.ts";
import { fileAnswer, inLanguage, notFoundOnGet } from "./file-answer.server.ts";
import { personPage } from "./person-page.server.tsx";

export const loader = notFoundOnGet;

/** Returns a ZIP file: one record with its documents, or everything about the person. */
export async function action({ request, context, params: { id } }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const { what } = await readForm(request);
  const here = href(pages.record.path, { id });
  return answerOrSayWhy(visit, { back: pages.records.path, otherwise: here, here }, async () => {
    const isAll = what === "everything";
    const taken = await takeRecord(portal, actor, id, isAll ? "person-exported" : "record-exported");
    const pagesOfPerson = isAll ? await pagesOf(portal, actor, taken) : [];
    const { passportNumber } = taken.record;
    return fileAnswer(
      `${passportNumber}${isAll ? " everything" : ""}.zip`,
      "application/zip",
      makeZip(inLanguage(filesOf(portal.now(), taken, pagesOfPerson))),
    );
  });
}

type TakenRecord = Awaited<ReturnType<typeof takeRecord>>;
type TextFile = { name: string; input: string };

const json = (name: string, content: unknown): TextFile => ({ name, input: JSON.stringify(content, null, 2) });

async function pagesOf(portal: Portal, actor: Actor, { record, revised }: TakenRecord): Promise<TextFile[]> {
  const about = await subjectAccessExport(portal, actor, record);
  const settings = await currentSettings(portal);
  const page = personPage({
    ...about,
    record,
    revised,
    declared: settings,
    operator: operatorName(settings.operator, portal.publicOrigin),
    now: portal.now(),
  });
  return [{ name: "index.html", input: page }, json("everything.json", about)];
}

/** What waits for a second person, with the record as it would be then. */
function waitingIn({ revision, revised }: TakenRecord) {
  if (!revision || !revised) return null;
  const { documents, lastDays, own } = revised;
  const { state, begunAt, reason } = revision;
  return { state, begunAt, reason, ...particularsOf(revised), documents, lastDays, own };
}

/** Only one document is in memory at a time. */
async function* filesOf(now: number, taken: TakenRecord, pagesOfPerson: readonly TextFile[]) {
  const lastModified = new Date(now);
  const { registry: _, edited: __, revision: ___, ...shown } = taken.record;
  const waiting = waitingIn(taken);
  const content = waiting ? { ...shown, waiting } : shown;
  for (const file of [...pagesOfPerson, json("record.json", content)]) yield { ...file, lastModified };
  for await (const { name, bytes } of taken.files) {
    if (bytes) yield { name, input: bytes, lastModified };
    else yield { name: `${name}.txt`, input: m.export_missing_file(), lastModified };
  }
}
