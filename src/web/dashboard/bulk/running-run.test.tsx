import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { messageCount } from "#i18n/written.ts";
import { RunningRun } from "./running-run.tsx";

test("a browser parses the progress of a run as it was rendered: no form is in a paragraph", () => {
  const Page = createRoutesStub([
    { path: "/", Component: () => <RunningRun id="1" all={messageCount(4)} open={messageCount(2)} here="/" /> },
  ]);
  const html = renderToStaticMarkup(<Page />);
  expect(html).toContain("<form");
  expect(html).not.toMatch(/<p\b[^>]*>(?:(?!<\/p>).)*<form/s);
});
