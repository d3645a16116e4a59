import type { ComponentProps, ReactNode } from "react";
import type { Failure } from "#design/form/failure.tsx";
import { KeepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";

type FormPageProps<Answer> = Omit<ComponentProps<typeof PageFrame>, "children"> & {
  answer: Answer | Failure | undefined;
  /** The content under the heading; a function if it depends on the last response. */
  children: ReactNode | ((answer: Answer | undefined) => ReactNode);
};

/** A dashboard page with a form. After a failure the page keeps what it shows, with the typed values. */
export const FormPage = <Answer,>({ answer, children, ...frame }: FormPageProps<Answer>) => (
  <KeepFormOnFailure answer={answer}>
    {(last) => <PageFrame {...frame}>{typeof children === "function" ? children(last) : children}</PageFrame>}
  </KeepFormOnFailure>
);
