import { data } from "react-router";

export { NotFound as default } from "#ui/not-found.tsx";

export const loader = () => data(null, { status: 404 });
export const action = loader;
