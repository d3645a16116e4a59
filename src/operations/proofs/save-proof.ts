import { hash } from "node:crypto";
import { isPortalError, PortalError } from "#core/errors.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import { type FilesPayload, publishedFilesType, type SavedProof } from "#verify/saved-proof.ts";
import { leafOf, signedToken, unsignedStatement, unsignedToken } from "#sealing/sd-jwt.ts";
import { publishedChecksums } from "../shown-images/published-checksums.ts";
import { proveInclusion, writtenProof } from "../log/prove-inclusion.ts";
import type { Portal } from "../portal/portal.ts";
import type { Statement } from "./note-publication.ts";
import { signedStatement, signingKeyOf, statementOf } from "./statements.ts";

/** Makes a saved proof: all that shows later, without this site, what was published of a record and when. */
export async function saveProof(
  portal: Portal,
  request: { record: string; grant: ImageGrant },
): Promise<{ proof: SavedProof; name: string }> {
  const documents = await publishedChecksums(portal, request);
  const statement = await statementOf(portal, request.record);
  if (!statement) throw new PortalError("not-found");
  const [signed, log, files] = await Promise.all([
    signedStatement(portal, statement),
    logProof(portal, statement),
    signedFiles(portal, statement, documents),
  ]);
  const name = `proof-${statement.content.claims.passport_number.slice(-4)}.json`;
  return { proof: { statement: signed, log, files }, name };
}

async function logProof(portal: Portal, { row, content }: Statement): Promise<string> {
  const place = { generation: row.published_tree, position: row.published_leaf };
  const proof = await proveInclusion(portal, place).catch((error: unknown) => {
    // The log is damaged. The admins know, and `attestry verify` names the place.
    throw isPortalError(error) ? error : new PortalError("unavailable", { cause: error });
  });
  if (!proof) throw new PortalError("unavailable");
  return writtenProof(proof, leafOf(content, "published").nonce);
}

/** Signs the checksums of the files, bound to the statement: nobody can put the files of another statement beside it. */
async function signedFiles(
  portal: Portal,
  statement: Statement,
  documents: FilesPayload["documents"],
): Promise<string> {
  // The time comes first: a key that is replaced meanwhile signs nothing newer than its end.
  const iat = Math.floor(portal.now() / 1000);
  const { kid, sign } = await signingKeyOf(portal, statement);
  const { content } = statement;
  const payload: FilesPayload = {
    iss: content.issuer,
    iat,
    statement: hash("sha256", unsignedStatement(content).signingInput),
    documents,
  };
  return signedToken(sign, unsignedToken(kid, publishedFilesType, payload));
}
