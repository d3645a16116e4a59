import { data, type MiddlewareFunction } from "react-router";
import { visitContext } from "./visit.server.ts";

/** The policy was looked up for one page. If React Router reads the path as another one, nobody answers. */
export const ownPageOnly: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  const { page } = context.get(visitContext);
  // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
  if (`/${pattern}`.replace("//", "/") !== page) throw data(null, { status: 404 });
  return next();
};
