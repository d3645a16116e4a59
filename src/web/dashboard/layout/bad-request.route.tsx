import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { roleName } from "#design/role-name.ts";
import { StudentLinks } from "../classes/student-links.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";

export default function BadRequest() {
  const { role } = useDashboard().person;
  return (
    <PageFrame title={m.bad_request_title()}>
      <div className="grid max-w-prose gap-4">
        <p>{m.bad_request_text({ role: roleName(role) })}</p>
        {role === "student" && (
          <>
            <StudentLinks />
            <p>{m.bad_request_more()}</p>
          </>
        )}
        <p className="flex flex-wrap gap-x-6">
          <a href="/" className="inline-flex min-h-11 items-center">
            {m.check_a_number()}
          </a>
          <a href={pages.account.path} className="inline-flex min-h-11 items-center">
            {m.your_account()}
          </a>
        </p>
      </div>
    </PageFrame>
  );
}
