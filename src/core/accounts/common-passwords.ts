const words = (text: string) => text.trim().split(/\s+/);

/** Words that people use as passwords when they are in a hurry, here and elsewhere. In lower case, without digits. */
export const commonWords: ReadonlySet<string> = new Set(
  words(`
    abcd abcdef abcdefgh abcabc access account admin administrator agency airport alexander allah allahuakbar amanda
    america amader andrew android angel anthony apple april asdf asdfgh asdfghjkl ashley attestry august australia
    autumn baby babygirl bangla bangladesh bangladeshi banglar barcelona baseball basketball batman beautiful bismillah
    blessed blink boss buster butterfly camera canada candidate captain changeme charlie cheese chelsea chittagong
    chittagong chocolate company computer cookie cool cricket daniel database december default demo desh dhaka diamond
    director documents donald dragon dubai eagle earth elephant email embassy england enter family father february
    ferrari flower football forever freedom friday friend friends gaming george ginger global gmail google guest hacker
    hannah happy hasan heaven hello hellohello help holiday home hossain hotmail hunter iloveyou immigration india
    internet inshallah iphone islam january jennifer jesus jesuschrist jordan joshua july june justin karim keyboard
    khulna killer king kuwait letmein letmeinplease liverpool login london loveme lovely lover loveyou lucky madrid
    malaysia manager march mashallah master matthew maverick medina messi metallica michael michelle microsoft
    moderator monday money monkey morning mother mustang muhammad naruto neymar nicole nothing november october oman
    operator orange passport pass passwd password passwords passworld peanut pepper people phone phoenix pikachu
    please pokemon portal prince princess private purple qatar qazwsx qwer qwert qwerty qwertyu qwertyuiop rahim
    rahman rainbow rajshahi ranger realmadrid recruitment registry robert ronaldo root samsung samantha saturday
    saudi school secret secure security september server shadow shanto singapore smile soccer sonar spiderman spring
    staff star starwars student sudo summer sunday sunflower sunshine super superman superuser support sweet sylhet
    system temp temporary test tester testing thomas thursday tiger tigger toyota travel trustno tuesday unknown user
    username victory visa visas vodafone wednesday welcome welcomehome whatever william winner winter wizard work
    working yahoo yankees yellow zxcvbn zxcvbnm
  `),
);

/** Long phrases that no rule detects. Without spaces, digits and signs. */
export const commonPhrases: ReadonlySet<string> = new Set(
  words(`
    amarsonarbangla correcthorsebatterystaple donotenter forgotpassword ilovemyfamily ilovemymother ilovemyself
    iloveyouforever iloveyousomuch imissyousomuch lailahaillallah letmeinnow lordoftherings mynameis
    nevergiveup openthedoor opensesame rememberme thequickbrownfox thisisapassword thisismypassword
    thisisnotapassword tobeornottobe whatismypassword whatsmypassword youshallnotpass
  `),
);

/** Rows and other paths on a keyboard, and sequences that people know by heart. */
export const walks: readonly string[] = words(`
  abcdefghijklmnopqrstuvwxyz 01234567890123456789 qwertyuiop[]\\ qwertzuiop azertyuiop asdfghjkl;' zxcvbnm,./
  qazwsxedcrfvtgbyhnujmikolp 1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0
  !@#$%^&*()_+ 147258369 159357 a1b2c3d4e5f6g7h8
`);
