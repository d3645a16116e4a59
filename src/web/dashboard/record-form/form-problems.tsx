import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";

type FormProblemsProps = {
  /** By field, in the order of the page. */
  problems: ReadonlyMap<string, string>;
  problem: string | null;
  record: { id: string; name: string } | null;
};

/** Why the form was not taken, above it; each field is one press away. */
export const FormProblems = ({ problems, problem, record }: FormProblemsProps) =>
  (problems.size > 0 || problem !== null) && (
    <section role="alert" aria-labelledby="wrong-fields" className="grid gap-1 border-s-4 border-alarm ps-4">
      <h2 id="wrong-fields" className="text-18">
        {problem ?? m.wrong_fields_title()}
      </h2>
      <ul>
        {[...problems].map(([field, words]) => (
          <li key={field}>
            <a href={`#${field}`} className="inline-block py-1 text-alarm">
              {words}
            </a>
          </li>
        ))}
      </ul>
      {record && (
        <Link to={`/Update_A_User/${record.id}`} target="_blank" className="inline-flex min-h-11 items-center">
          {m.see_record_of(record)}
        </Link>
      )}
    </section>
  );
