export const freedomOfInformation = {
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
};
