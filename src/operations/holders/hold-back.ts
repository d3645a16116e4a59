import { PortalError } from "#core/errors.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { holder as holderActor } from "#core/accounts/actor.ts";
import { changeFields } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { contentForChange, type HolderCredential, openHolder } from "./holder-page.ts";

type Withholding = { kind: string; isWithheld: boolean };

/**
 * Hides a kind of document from strangers, or shows it again. Changes that staff make to the record at the same time stay,
 * and so does this choice. If the operator stops allowing this, what is held back stays so until its holder gives it back.
 */
export async function holdBack(
  portal: Portal,
  opened: HolderCredential,
  { kind, isWithheld }: Withholding,
): Promise<void> {
  const { record } = await openHolder(portal, opened, "wrong-pin");
  if (isWithheld && !(await currentSettings(portal)).holdersMayHoldBack) throw new PortalError("not-allowed");
  const isKnown = documentKinds.some((one) => one === kind);
  if (!isKnown) throw new PortalError("invalid");
  const isWithheldAfter = (before: readonly DocumentKind[]) => (one: DocumentKind) =>
    one === kind ? isWithheld : before.includes(one);
  await changeFields(
    portal,
    holderActor,
    recordEntity,
    { id: record.id },
    {
      apply: async ({ keptBack }, locked) => {
        await contentForChange(portal, locked, opened);
        return { keptBack: documentKinds.filter(isWithheldAfter(keptBack)) };
      },
      action: isWithheld ? "document-kept-back" : "document-given-back",
    },
  );
}
