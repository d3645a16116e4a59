import type { PageText, TextPage } from "#core/texts/page-text.ts";

export const english: Readonly<Record<TextPage, PageText>> = {
  about: {
    title: "About us",
    body: `{operator} publishes here the visa and work papers that it holds for its candidates. Anybody who was handed such a paper can check in a minute whether we stand behind it.

## Who we are
- {operator}
- Licence {licence}
- {register}
- {address}

{operator} is not a government, and no government runs this site. We decide on no visa and no permit.

## Why we built this
Papers can be copied, changed and invented. A family that is asked for money needs an answer now, not in a week. So every record that we publish can be checked here, free of charge and without an account: by the number on the paper, or with a share code from the person whom it is about. [The first page](/) says what you need.

## What you can do here
- [Look up a paper](/), or [open a share code](/code).
- [Read how checking works](/how-it-works), and what an answer means.
- [Read our news](/news).
- [Tell us about a mistake, or ask us to take a record down](/report).
- [Reach us](/contact).`,
  },

  contact: {
    title: "Contact us",
    body: `Write or call if an answer on this site surprises you. Have the paper at hand.

## How to reach {operator}
- Telephone: {phone}
- Email: {email}

### Our office
{address}

### Our licence
Licence {licence}
{register}

## A record is wrong, or should not be here
[Use the report form](/report). You need no account. You get a reference with which you can ask us later, and a person of our staff reads what you wrote.

## Somebody asks you for money in our name
Do not pay before you have reached us by the number or address on this page. Do not use a number that stands on the paper itself, or in the message that came with it.

## What we cannot tell you
Whether a visa or a permit is in force. Only the office that gave it knows: [Australia](https://immi.homeaffairs.gov.au/visas/already-have-a-visa/check-visa-details-and-conditions/check-conditions-online), [Canada](https://www.canada.ca/en/immigration-refugees-citizenship/services/application/check-status.html), [BMET in Bangladesh](https://bmet.gov.bd).`,
  },

  "how-it-works": {
    title: "How checking works",
    body: `You have a paper in your hand, on which {operator} is named. Here you learn whether we published a record for it.

## In three steps
1. [Open the first page](/). It says what you need: the number on the paper, or a share code from the person whom it is about.
2. Type it in. Small letters, spaces and hyphens do not matter.
3. Compare what you see with the paper: the name, the number, the photo, and each page.

## When a record is shown
We published it, on the day that the answer names. The scans are the ones that we hold. If your paper says something different from the scan, trust neither until you have [asked us](/contact).

It does not say that a visa is in force today. Visas are cancelled, and conditions change. The answer names the office that can tell you.

## When nothing is found
That can mean several things: something was mistyped, the record is not published yet, it was taken down, a share code has ended, or we never had it. The answer is the same in all these cases, so that nobody learns from it what we keep.
1. Compare what you typed, character by character. A zero is easily taken for an O.
2. If you typed a number and the paper has two, try the other. If you typed a share code, ask for a new one.
3. [Ask us](/contact). Pay nobody in the meantime.

## Why you may be asked to wait
Whoever tries many numbers or codes is slowed down, and told so. This keeps strangers from trying until one fits. Whoever looks up the papers of a family never notices.

## What we do with your question
We put what you type neither in the web address nor in our logs. [What is stored](/privacy)`,
  },

  privacy: {
    title: "Privacy",
    body: `This page says what this site stores, for how long, and how you have something removed. {operator} is responsible for it.

## When you look a paper up
- The number or share code that you type is not kept. The log holds a code made from it, which cannot be read back, together with the time and whether something was found.
- Your internet address is not kept in this log either, only a code made from it.
- The log of lookups is deleted after 90 days.
- If somebody tries many numbers or codes that are not here, we count that for some hours, again by a code. That is how we slow down people who guess.

## When you report something
What you write is stored encrypted, and only our admins can open it. It is deleted 180 days after the report was closed. You may leave out how to reach you; then we cannot answer.

## When you want to be told of a record
If you leave your email to be told when a number is published, we keep it encrypted with the number, and the name if you gave one: for a day until you confirm, then until we have written to you, or for 60 days. Our staff do not see who waits. At one press it is deleted; a code made from the email then stays for 60 days, so that nobody has such mails sent to you.

## What we hold about candidates
- Passport and IRCC number, names of the candidate and the parents, address, nationality, photo, and scans of the papers.
- Numbers, parents’ names, address, photo and scans are stored encrypted, under a key that each record has for itself. Name, nationality and the last days of papers are not encrypted, so that our staff can find a record.
- Strangers see a record only if our office approved it and it is not hidden, and never without its exact number or a share code of the person whom it is about.
- When a record is deleted, its key is destroyed, and with it everything that was encrypted. Copies in backups stay until the backups are replaced.
- We keep for good who added, changed, hid or deleted a record. What it said cannot be read once its key is gone.

## If you open the page of your own record
- We keep a code of your PIN and of your device, a passkey if you add one, and your email, encrypted, if you want mails: until you stop them.
- So that you see when your record is looked up, we count for each day in which way, and from which country if the server is told it. Never who. It is deleted after 90 days.
- Of a share code that you make we keep a code made from it, for whom it is, what it shows, and on which days it was used.
- All this is deleted with the record, and when a new card hands the page to somebody else.

## If you have an account
We store your name, your email address, a code of your password, and when you signed in, with the address and kind of browser. Deleting the account deletes this, except what the list of changes says. If you took a class, what you paid stays in our books with the name that you had then.

## Cookies
There are no cookies for advertising, no counters of other firms, and nothing is loaded from other sites.
- The language that you chose, for about a year.
- Light or dark pages, if you chose between them: your device keeps the choice and sends it nowhere.
- If you sign in: your session, for at most 12 hours.
- If you sign in: that this browser was here before, for 180 days. It keeps strangers from locking you out by guessing at your password.
- If you open the page of your own record: that your PIN counts on this device, for about a year, and that the page is open, for half an hour.
- For a minute: what was just done, so that the next page can say it.

Light or dark is remembered by the browser itself until you close it, and never sent to us.

## What you can ask for
You can ask what we hold about you, have it corrected, or have it removed: [use the report form](/report), or write to us. We have to make sure that it is you, or that you speak for that person.
- Email: {email}
- Telephone: {phone}
- {address}`,
  },

  terms: {
    title: "Terms of use",
    body: `Checking a paper here is free and needs no account. A few rules keep it useful for everyone.

## You may
- look up any paper that you were handed, or that is about you,
- print an answer, and show it to the person whom it is about or who handed you the paper,
- link to any page of this site.

## Please do not
- try out numbers to find records of people whom you do not know,
- collect records, or publish what you saw about somebody,
- change an answer or a scan, or pass a changed one on,
- use the name of {operator} or pictures of this site to sell or promise anything,
- disturb the site, or get around its limits.

Whoever tries out numbers is slowed down, and in the end refused.

## What we promise
We publish only what our office has approved. When we learn of a mistake, we correct it or take the record down. We cannot promise that the site can always be reached, nor that an office elsewhere has not changed something since.

## What an answer is
It says what {operator} published, and when. It is no visa, no permit, no job and no promise of one. [More about what an answer means](/disclaimer)

## Accounts
Accounts are for our staff and students. Keep your password to yourself. We close accounts that are misused.

## Questions
[Ask us](/contact). If these rules change, the new ones stand on this page.`,
  },

  copyright: {
    title: "Copyright",
    body: `## Texts and pictures of this site
They belong to {operator}, unless something else stands beside them. You may quote them if you say where they come from, and link to them as you like.

## Scans of papers
They show papers of people who did not choose to become public. Do not copy them to other places, do not publish them, and do not change them. Show an answer only to those who need it.

## Photos of people
They belong to the people in them, and are here so that you can compare a face with a paper. They may be used for nothing else.

## Names and signs of offices
Papers may show names and signs of public offices. These belong to the offices. That they can be seen in a scan does not mean that an office has to do with this site.

## The software
This site runs on Attestry, which is open source under a licence of its own. The licence covers the software, not what {operator} publishes with it.

## Something of yours is here without your permission?
[Tell us](/report), and say where. We look into it, and take it down if you are right.`,
  },

  disclaimer: {
    title: "What an answer means",
    body: `## What it says
{operator} published this record, on this day, with these scans. Nothing more.

## What it does not say
- That a visa or permit is in force today. The office that gave it decides that, and may have changed it since.
- That a job exists, or that the pay is as promised.
- That the paper in your hand is the same as the scan. Compare them.
- That you owe anybody money.

## Nothing found is no proof either
Something may be mistyped, a share code ended, or a record not published yet or taken down. [Ask us](/contact) before you draw conclusions about a person.

## Who decides
Official places decide, not this site.
- Australia: [check a visa with the Department of Home Affairs (VEVO)](https://immi.homeaffairs.gov.au/visas/already-have-a-visa/check-visa-details-and-conditions/check-conditions-online)
- Canada: [check an application with IRCC](https://www.canada.ca/en/immigration-refugees-citizenship/services/application/check-status.html)
- Bangladesh: [BMET, for clearance and licensed agencies](https://bmet.gov.bd)

## Who we are not
{operator} is not a government, and acts for none. Links lead to public offices so that you can ask them. They do not run this site, and did not check it.

## Links to other sites
They are marked with an arrow. Those who run them answer for what they say.

## Mistakes
We correct what we learn of: [report a mistake](/report).`,
  },

  accessibility: {
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
- Email: {email}`,
  },

  "freedom-of-information": {
    title: "Freedom of information",
    body: `Laws on freedom of information let people ask public offices for what these hold. {operator} is not a public office. You can ask us all the same, and this page says what for.

## What stands here for everybody
- who we are, our licence and how to reach us: [about us](/about)
- how checking works: [in three steps](/how-it-works)
- what is stored, and for how long: [privacy](/privacy)
- what is new: [news](/news)

## What you can ask us for
- what we hold about you, if you are a candidate, a student or one of our staff
- why a record about you is published, hidden or taken down
- how a report that you sent was dealt with; have its reference at hand

[Use the report form](/report), or [reach us](/contact). Asking costs nothing. We have to make sure who you are before we speak about a record.

## What we do not give out
What is about somebody else. Lists of records, to anybody. Who looked up which number: we do not know it ourselves.

## What public offices hold
Ask the office itself.
- Australia: [Department of Home Affairs](https://www.homeaffairs.gov.au)
- Canada: [Immigration, Refugees and Citizenship Canada](https://www.canada.ca/en/immigration-refugees-citizenship.html)
- Bangladesh: [BMET](https://bmet.gov.bd)`,
  },
};
