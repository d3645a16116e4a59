import type { ComponentProps, ReactNode } from "react";
import { Unclaimed } from "#design/form/alarm.tsx";
import type { Failure } from "#design/form/failure.tsx";
import { type Claims, type FormResult, handOut } from "#design/form/form-result.ts";
import { KeepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import type { OwnProblemWords } from "#design/form/problem-words.ts";
import { PageFrame } from "#design/page/page-frame.tsx";

type FormPageProps<Answer, Form extends string> = Omit<ComponentProps<typeof PageFrame>, "children"> & {
  answer: Answer | Failure | undefined;
  /** For a page with several forms: the buttons that each of those on the page claims. The page shows what none claims. */
  claims?: Claims<Form>;
  own?: OwnProblemWords;
  /** The content under the heading; a function if it depends on the last response. `of` gives a form what it claims. */
  children: ReactNode | ((answer: Answer | undefined, of: (form: Form) => FormResult | undefined) => ReactNode);
};

/** A dashboard page with forms. After a failure the page keeps what it shows, with the typed values. */
export const FormPage = <Answer, Form extends string = never>(props: FormPageProps<Answer, Form>) => {
  const { answer, claims, own, children, ...frame } = props;
  return (
    <KeepFormOnFailure answer={answer}>
      {(last) => {
        const { of, unclaimed } = handOut(last, claims);
        return (
          <PageFrame {...frame}>
            <Unclaimed result={unclaimed} own={own} />
            {typeof children === "function" ? children(last, of) : children}
          </PageFrame>
        );
      }}
    </KeepFormOnFailure>
  );
};
