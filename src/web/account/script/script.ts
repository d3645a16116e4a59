import { forgetToken } from "./forget-token.ts";
import { comeBackFromGoogle, openGoogle } from "./google-window.ts";
import { leaveSlowly } from "./leave-slowly.ts";
import { offerPasskeys } from "./passkeys.ts";
import { postInPlace } from "./post-in-place.ts";
import { printPage, showPasswords } from "./small-buttons.ts";

comeBackFromGoogle();
forgetToken();
postInPlace();
openGoogle();
offerPasskeys();
showPasswords();
printPage();
leaveSlowly();
