import type { ComponentProps, ReactNode } from "react";
import type { Failure } from "#design/form/failure.tsx";
import { KeepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";

type FormPageProps<Answer> = Omit<ComponentProps<typeof PageFrame>, "children"> & {
  answer: Answer | Failure | undefined;
  /** What is under the heading, given the last answer that came. */
  children: (answer: Answer | undefined) => ReactNode;
};

/** A page of the dashboard with a form, which stays as it is while no answer comes. */
export const FormPage = <Answer,>({ answer, children, ...frame }: FormPageProps<Answer>) => (
  <KeepFormOnFailure answer={answer}>{(last) => <PageFrame {...frame}>{children(last)}</PageFrame>}</KeepFormOnFailure>
);
