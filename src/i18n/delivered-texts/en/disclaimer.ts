export const disclaimer = {
  title: "What an answer means",
  body: `## What it says
{operator} published this record, on this day, with these scans. Nothing more.

## What it does not say
- That a visa or permit is in force today. The office that gave it decides that, and may have changed it since.
- That a job exists, or that the pay is as promised.
- That the paper in your hand is the same as the scan. Compare them.
- That you owe anybody money.

## Nothing found is no proof either
A number may be mistyped, or a record not published yet or taken down. [Ask us](/contact) before you draw conclusions about a person.

## Who decides
Official places decide, not this site.
- Australia: [check a visa with the Department of Home Affairs (VEVO)](https://immi.homeaffairs.gov.au/visas/already-have-a-visa/check-visa-details-and-conditions/check-conditions-online)
- Canada: [check an application with IRCC](https://www.canada.ca/en/immigration-refugees-citizenship/services/application/check-status.html)
- Bangladesh: [BMET, for clearance and licensed agencies](https://bmet.gov.bd)

## Who we are not
{operator} is not a government, and acts for none. Links lead to public offices so that you can ask them. They do not run this site, and did not check it.

## Links to other sites
They are marked with an arrow. What stands there is the business of those who run them.

## Mistakes
We correct what we learn of: [report a mistake](/report).`,
};
