import type { Context } from "hono";
import { missesLeft, otherNamesLeft } from "#core/desk/guessing.ts";
import { isComplete } from "#core/desk/list-in-table.ts";
import { type CheckedRow, checkList } from "#operations/desk/check-list.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { listOfForm, listReceiver } from "#operations/desk/receive-list.ts";
import { jsonAnswer, privateHeaders } from "./http/answers.ts";
import { readUploadForm } from "./images/upload-form.ts";
import type { RouteEnv } from "./route-env.ts";

export async function answerList(portal: Portal, c: Context<RouteEnv>): Promise<Response> {
  const actor = await c.get("actor")();
  const { incoming } = c.env;
  const form = await readUploadForm({ headers: incoming.headers, body: incoming }, listReceiver(portal, actor));
  const { rows, token, stoppedFor, asked } = await checkList(portal, actor, listOfForm(form));
  const body = {
    stopped: stoppedFor !== null,
    ...(stoppedFor !== null && { stopped_for: stoppedFor }),
    left: { other_names: otherNamesLeft(asked), misses: missesLeft(asked) },
    receipt: token,
    rows: rows.map(rowOf),
  };
  return jsonAnswer(body, 200, privateHeaders);
}

function rowOf({ answered, ...row }: CheckedRow) {
  const { number, name } = row;
  if (!answered) return { number, name, outcome: isComplete(row) ? "unchecked" : "incomplete" };
  const { digest: _, ...answer } = answered.answer;
  return { number, name, ...answer, disclosure: answered.disclosure };
}
