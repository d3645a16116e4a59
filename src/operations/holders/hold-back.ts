import { PortalError } from "#core/errors.ts";
import { type Declared, fieldNamed, isFor } from "#core/own-fields/own-field.ts";
import type { OwnDeclared } from "#core/own-fields/own-paper.ts";
import { type DocumentKind, documentKinds, isDocumentKind } from "#core/records/document-kinds.ts";
import { holder as holderActor } from "#core/accounts/actor.ts";
import { changeFields } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { contentForChange, type HolderCredential, openHolder } from "./holder-page.ts";

/** `kind`: a kind of document, one of the operator's own papers, or the name of one of the operator's own fields. */
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
  const { holdersMayHoldBack, ...settings } = await currentSettings(portal);
  if (isWithheld && !holdersMayHoldBack) throw new PortalError("not-allowed");
  const own = ownNamed(settings, kind);
  const isOwn = own !== undefined && (!isWithheld || isFor("visitors")(own));
  const isKnown = isOwn || isDocumentKind(kind);
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
        if (!own) return { keptBack: documentKinds.filter(isWithheldAfter(keptBack)) };
        const others = ownKeptBack.filter((id) => id !== own.id);
        return { ownKeptBack: isWithheld ? [...others, own.id].toSorted() : others };
      },
      action: isWithheld ? "document-kept-back" : "document-given-back",
    },
  );
}

const ownNamed = ({ ownFields, ownPapers }: OwnDeclared, name: string): Declared | undefined =>
  fieldNamed(ownFields, name) ?? ownPapers.find(({ id }) => id === name);
