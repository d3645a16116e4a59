import { takeBackup } from "#operations/backups/take-backup.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { fileAnswer, notFoundOnGet, streamOf } from "../export/file-answer.server.ts";
import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import type { Route } from "./+types/backup-file.route.ts";
import { tarOf } from "./tar.server.ts";

export const loader = notFoundOnGet;

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  await readForm(request);
  const back = pages.backups.path;
  return answerOrSayWhy(visit, { back, here: back }, async () => {
    const { name, files } = await takeBackup(portal, actor);
    // Files lie in a folder that is named by the first two letters: unpacked, it is a place for backups.
    const entries = async function* () {
      for await (const file of files)
        yield { path: `${name}/${file.name.slice(0, 2)}/${file.name}`, bytes: file.bytes };
    };
    return fileAnswer(`${name}.tar`, "application/x-tar", streamOf(tarOf(entries())));
  });
}
