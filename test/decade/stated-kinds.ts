import { z } from "zod";
import type { Portal } from "#operations/portal/portal.ts";
import { signedStatement, statementOf } from "#operations/proofs/statements.ts";

const disclosure = z.tuple([z.string(), z.object({ kind: z.string() })]);

/** The kinds of the documents that the signed statement of a record discloses now, read from its text. */
export async function statedKinds(portal: Portal, record: string): Promise<string[]> {
  const statement = await statementOf(portal, record);
  const [, ...disclosed] = statement ? (await signedStatement(portal, statement)).split("~") : [];
  return disclosed.flatMap((one) => kindIn(one) ?? []);
}

function kindIn(text: string): string | undefined {
  const read: unknown = text === "" ? null : JSON.parse(Buffer.from(text, "base64url").toString());
  return disclosure.safeParse(read).data?.[1].kind;
}
