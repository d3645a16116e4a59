import { isNoticeId, type NoticeId } from "#ui/account/notice.tsx";
import { forgetting, tellOnce, toldIn } from "../told-once.ts";

/** Told on the next page that the browser shows. */
export const noticeCookie = (id: NoticeId): string => tellOnce("notice", id);

export function noticeFor(request: Request): NoticeId | null {
  const id = toldIn(request, "notice");
  return isNoticeId(id) ? id : null;
}

/** Takes it away again. */
export const noticeTold = forgetting("notice");
