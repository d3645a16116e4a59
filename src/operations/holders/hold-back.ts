import { PortalError } from "#core/errors.ts";
import { fieldNamed, ownForVisitors } from "#core/own-fields/own-field.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { holder as holderActor } from "#core/accounts/actor.ts";
import { changeFields } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { contentForChange, type HolderCredential, openHolder } from "./holder-page.ts";

/** `kind`: a kind of document, or the name of one of the operator's own fields. */
type Withholding = { kind: string; isWithheld: boolean };

/**
 * Hides a part of the record from strangers, or shows it again. Changes that staff make to the record at the same time stay,
 * and so does this choice. If the operator stops allowing this, what is held back stays so until its holder gives it back.
 */
export async function holdBack(
  portal: Portal,
  opened: HolderCredential,
  { kind, isWithheld }: Withholding,
): Promise<void> {
  const { record } = await openHolder(portal, opened, "wrong-pin");
  const { holdersMayHoldBack, ownFields } = await currentSettings(portal);
  if (isWithheld && !holdersMayHoldBack) throw new PortalError("not-allowed");
  const field = fieldNamed(isWithheld ? ownForVisitors(ownFields) : ownFields, kind);
  const isKnown = field !== undefined || documentKinds.some((one) => one === kind);
  if (!isKnown) throw new PortalError("invalid");
  const isWithheldAfter = (before: readonly DocumentKind[]) => (one: DocumentKind) =>
    one === kind ? isWithheld : before.includes(one);
  await changeFields(
    portal,
    holderActor,
    recordEntity,
    { id: record.id },
    {
      apply: async ({ keptBack, ownKeptBack }, locked) => {
        await contentForChange(portal, locked, opened);
        if (!field) return { keptBack: documentKinds.filter(isWithheldAfter(keptBack)) };
        const others = ownKeptBack.filter((id) => id !== field.id);
        return { ownKeptBack: isWithheld ? [...others, field.id].toSorted() : others };
      },
      action: isWithheld ? "document-kept-back" : "document-given-back",
    },
  );
}
