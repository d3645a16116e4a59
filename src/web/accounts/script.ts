import { forgetToken } from "./script/forget-token.ts";
import { comeBackFromGoogle, openGoogle } from "./script/google-window.ts";
import { leaveSlowly } from "./script/leave-slowly.ts";
import { offerPasskeys } from "./script/passkeys.ts";
import { postInPlace } from "./script/post-in-place.ts";
import { printPage, showPasswords } from "./script/small-buttons.ts";

comeBackFromGoogle();
forgetToken();
postInPlace();
openGoogle();
offerPasskeys();
showPasswords();
printPage();
leaveSlowly();
