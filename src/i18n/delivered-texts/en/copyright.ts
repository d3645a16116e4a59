export const copyright = {
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

## Something of yours is here without your leave?
[Tell us](/report), and say where. We look into it, and take it down if you are right.`,
};
