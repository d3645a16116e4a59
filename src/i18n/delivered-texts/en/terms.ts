export const terms = {
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

Who tries out numbers is slowed down and in the end refused.

## What we promise
We publish only what our office has approved. When we learn of a mistake, we correct it or take the record down. We cannot promise that the site can always be reached, nor that an office elsewhere has not changed something since.

## What an answer is
It says what {operator} published, and when. It is no visa, no permit, no job and no promise of one. [More about what an answer means](/disclaimer)

## Accounts
Accounts are for our staff and students. Keep your password to yourself. We close accounts that are misused.

## Questions
[Ask us](/contact). If these rules change, the new ones stand on this page.`,
};
