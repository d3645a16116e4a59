import { data } from "react-router";

export { NotFound as default } from "./error-pages.tsx";

export const loader = () => data(null, { status: 404 });
export const action = loader;
