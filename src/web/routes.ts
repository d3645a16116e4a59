import { type RouteConfig, layout, route } from "@react-router/dev/routes";

/** One module answers on all pages where a record is looked up; core/candidates/lookup-pages.ts says how they differ. */
const lookup = (path: string) => route(path, "routes/lookup.tsx", { id: `lookup ${path}` });

export default [
  layout("routes/public-layout.tsx", [
    ...["/", "Check_Visa", "Work_Permit", "Visa", "Application_Stts", "Lima"].map(lookup),
    route("report", "routes/report.tsx"),
    layout("routes/accounts/layout.tsx", [
      route("login", "routes/accounts/login.tsx"),
      route("register", "routes/accounts/register.tsx"),
      route("register/sent", "routes/accounts/register-sent.tsx"),
      route("confirm", "routes/accounts/confirm.tsx"),
      route("second-factor", "routes/accounts/second-factor.tsx"),
      route("google", "routes/accounts/google.tsx"),
      route("signed-in", "routes/accounts/signed-in.tsx"),
      route("forgot", "routes/accounts/forgot.tsx"),
      route("forgot/sent", "routes/accounts/forgot-sent.tsx"),
      route("reset", "routes/accounts/reset.tsx"),
      route("invitation", "routes/accounts/invitation.tsx"),
      route("setup", "routes/accounts/setup.tsx"),
      route("account", "routes/accounts/account.tsx"),
      route("account/profile", "routes/accounts/profile.tsx"),
      route("account/password", "routes/accounts/password.tsx"),
      route("account/second-step", "routes/accounts/second-step.tsx"),
      route("account/passkeys", "routes/accounts/passkeys.tsx"),
      route("account/sessions", "routes/accounts/sessions.tsx"),
      route("prove-again", "routes/accounts/prove-again.tsx"),
    ]),
  ]),
  layout("routes/dashboard/layout.tsx", [
    route("dashboard", "routes/dashboard/landing.ts"),
    route("dashboard/BAD_Request", "routes/dashboard/bad-request.tsx"),
    route("dashboard/update", "routes/dashboard/update.tsx"),
    route("dashboard/update/:id/delete", "routes/dashboard/delete-candidate.tsx"),
    route("dashboard/Admin_Control", "routes/dashboard/admin-control.tsx"),
    route("dashboard/Reports", "routes/dashboard/reports.tsx"),
    route("dashboard/Reports/:id", "routes/dashboard/one-report.tsx"),
    route("dashboard/invite", "routes/dashboard/invite.tsx"),
    route("dashboard/Admin_Control/:id", "routes/dashboard/staff-member.tsx"),
    route("dashboard/Admin_Control/:id/:deed", "routes/dashboard/staff-deed.tsx"),
  ]),
  route("sign-out", "routes/accounts/sign-out.ts"),
  route("language", "routes/language.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
