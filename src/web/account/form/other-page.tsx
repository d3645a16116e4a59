type OtherPageProps = { question: string; label: string; href: string };

/** From sign-in to registration and back. Where scripts run, the page leaves half a second later. */
export const OtherPage = ({ question, label, href }: OtherPageProps) => (
  <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4">
    {question}
    <a href={href} data-other-page="" className="inline-flex min-h-11 items-center font-semibold">
      {label}
    </a>
  </p>
);
