export const about = {
  title: "About us",
  body: `{operator} publishes here the visa and work papers that it holds for its candidates. Anybody who was handed such a paper can check in a minute whether we stand behind it.

## Who we are
- {operator}
- Licence {licence}
- {register}
- {address}

{operator} is not a government, and no government runs this site. We decide on no visa and no permit.

## Why we built this
Papers can be copied, changed and invented. A family that is asked for money needs an answer now, not in a week. So every record that we publish can be found by the number on the paper, free of charge and without an account.

## What you can do here
- [Look up a paper by its passport number](/), or [by either number](/Check_Visa).
- [Read how checking works](/how-it-works), and what an answer means.
- [Read our news](/news).
- [Tell us about a mistake, or ask us to take a record down](/report).
- [Reach us](/contact).`,
};
