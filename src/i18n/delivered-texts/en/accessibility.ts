export const accessibility = {
  title: "Accessibility",
  body: `Everybody who holds a paper should be able to check it: with an old telephone, a slow line, without a mouse, with a screen reader, in large letters.

## What we aim at
The Web Content Accessibility Guidelines 2.2, level AA.

## What was tested
- Every page with an automatic check (axe) in Chromium: in English and Bangla, light and dark. It finds nothing.
- Looking a paper up, reporting, signing in and the work of our staff by keyboard alone.
- All pages for visitors, and all forms of our staff, without JavaScript.
- Screens from 320 pixels on, without scrolling sideways.
- Contrast of text, in both themes; less movement for those who asked their device for it.

## What we know is missing
- Scans are pictures. A screen reader reads their title and number of pages, but not what is written on them. [Ask us](/contact), and we read a paper to you.
- Pictures in the news are described only as well as whoever posted them did.
- The site was tested with programs and keyboards by those who build it, but not yet with people who use a screen reader every day.
- Browsers other than Chromium were not tested in the same depth.
- Sites that we link to are not in our hands.

## Something does not work for you?
Tell us what you wanted to do and what happened: [use the report form](/report).
- Telephone: {phone}
- E-mail: {email}`,
};
