import { isNoticeId, type NoticeId } from "#ui/account/notice.tsx";

// Whoever sets it themselves can make the site say one of a few harmless sentences to themselves.
const cookieName = "notice";

/** Told on the next page that the browser shows. */
export const noticeCookie = (id: NoticeId): string => `${cookieName}=${id}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;

export function noticeFor({ headers }: Request): NoticeId | null {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim().split("="));
  const [, id = ""] = cookies.find(([name]) => name === cookieName) ?? [];
  return isNoticeId(id) ? id : null;
}

/** Takes it away again. */
export const noticeTold = `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** A page that was shown has told it. */
export function forgetTold(request: Request, { status, headers }: Response): void {
  const isToldNow = status < 300 || status >= 400;
  if (isToldNow && noticeFor(request)) headers.append("Set-Cookie", noticeTold);
}
