import { isNoticeId, type NoticeId } from "#ui/account/notice.tsx";
import { tellOnce, toldIn } from "../told-once.ts";

/** Told on the next page that the browser shows. */
export const noticeCookie = (id: NoticeId): string => tellOnce("notice", id);

export function noticeFor(request: Request): NoticeId | null {
  const id = toldIn(request, "notice");
  return isNoticeId(id) ? id : null;
}
