import { isNoticeId, type NoticeId } from "../form/notice.tsx";
import { clearFlash, writeFlash, readFlash } from "../../frame/flash-cookie.server.ts";

/** Returns a cookie with a flash message for the next page that the browser shows. */
export const noticeCookie = (id: NoticeId): string => writeFlash("notice", id);

export function noticeFor(request: Request): NoticeId | null {
  const id = readFlash(request, "notice");
  return isNoticeId(id) ? id : null;
}

export const noticeOf = clearFlash("notice");
