export const contact = {
  title: "Contact us",
  body: `Write or call if an answer on this site surprises you. Have the paper at hand.

## How to reach {operator}
- Telephone: {phone}
- E-mail: {email}

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
};
