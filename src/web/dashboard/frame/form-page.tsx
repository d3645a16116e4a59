import type { ComponentProps, ReactNode } from "react";
import type { Failure } from "#design/form/failure.tsx";
import { KeepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";

type FormPageProps<Answer> = Omit<ComponentProps<typeof PageFrame>, "children"> & {
  answer: Answer | Failure | undefined;
  /** What is under the heading; made of the last answer that came, where that matters. */
  children: ReactNode | ((answer: Answer | undefined) => ReactNode);
};

/** A page of the dashboard with a form, which stays as it is while no answer comes. */
export const FormPage = <Answer,>({ answer, children, ...frame }: FormPageProps<Answer>) => (
  <KeepFormOnFailure answer={answer}>
    {(last) => <PageFrame {...frame}>{typeof children === "function" ? children(last) : children}</PageFrame>}
  </KeepFormOnFailure>
);
