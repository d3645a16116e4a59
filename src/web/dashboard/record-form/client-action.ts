import { data, isRouteErrorResponse } from "react-router";
import type { FormAnswer } from "#ui/dashboard/record-form/shown-form.ts";

/** That it is not there any more, for one. */
const isAboutTheRecord = (error: unknown) => isRouteErrorResponse(error) && error.status < 500;

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> };

/** In the browser: when no answer comes, or one that leads away, the page with what was typed stays. */
export async function answerOrUnreached<Answer>({ request, serverAction }: Sent<Answer>) {
  const isByItself = (await request.clone().formData()).get("do") === "keep";
  try {
    return await serverAction();
  } catch (error) {
    if (!isByItself && (error instanceof Response || isAboutTheRecord(error))) throw error;
    // With this status nothing else is asked for, which would not come either.
    return data<FormAnswer>({ kind: "unreached" }, 503);
  }
}
