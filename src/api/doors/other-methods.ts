import { PortalError } from "#core/errors.ts";
import type { Call } from "../contract/call.ts";
import { routeOf } from "../contract/route-of.ts";
import { errorAnswer } from "../error-answer.ts";
import { jsonAnswer, privateHeaders } from "./json-answer.ts";
import type { Doors } from "./mount-call.ts";

/** Behind the doors of all calls: their addresses, asked in a way that none of them has. */
export function refuseOtherMethods(doors: Doors, calls: readonly Call[]): void {
  const { status, body } = errorAnswer(new PortalError("wrong-method"));
  for (const [route, ofRoute] of Map.groupBy(calls, routeOf)) {
    const methods = ofRoute.map(({ method }) => method.toUpperCase());
    const Allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].join(", ");
    doors.all(route, () => jsonAnswer(body, status, { ...privateHeaders, Allow }));
  }
}
