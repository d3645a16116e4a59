export const privacy = {
  title: "Privacy",
  body: `This page says what this site stores, for how long, and how you have something removed. {operator} is responsible for it.

## When you look a paper up
- The number that you type is not kept. The log holds a code made from it, which cannot be read back, together with the time and whether something was found.
- Your internet address is not kept in this log either, only a code made from it.
- The log of lookups is deleted after 90 days.
- Who has looked up many numbers in vain is counted for some hours, again by a code. That is how we slow down people who guess.

## When you report something
What you write is stored encrypted, and only our admins can open it. It is deleted 180 days after the report was closed. You may leave out how to reach you; then we cannot answer.

## What we hold about candidates
- Passport and IRCC number, names of the candidate and the parents, address, nationality, photo, and scans of the papers.
- Numbers, parents’ names, address, photo and scans are stored encrypted, under a key that each record has for itself. Name and nationality are not encrypted, so that our staff can find a record.
- Strangers see a record only if our office approved it and it is not hidden, and only by its exact number.
- When a record is deleted, its key is destroyed, and with it everything that was encrypted. Copies in backups stay until the backups are replaced.
- Who added, changed, hid or deleted a record is written down for good, without what stood in it once its key is gone.

## If you have an account
We store your name, your e-mail address, a code of your password, and when you signed in, with the address and kind of browser. Deleting the account deletes this, save for what the list of deeds says. If you took a class, what you paid stays in our books with the name that you had then.

## Cookies
There are no cookies for advertising, no counters of other firms, and nothing is loaded from other sites.
- The language that you chose, for about a year.
- If you sign in: your session, for at most 12 hours.
- If you sign in: that this browser was here before, for 180 days. It keeps strangers from locking you out by guessing at your password.
- For a minute: what was just done, so that the next page can say it.

Light or dark is remembered by the browser itself until you close it, and never sent to us.

## What you can ask for
You can ask what we hold about you, have it corrected, or have it removed: [use the report form](/report), or write to us. We have to make sure that it is you, or that you speak for that person.
- E-mail: {email}
- Telephone: {phone}
- {address}`,
};
