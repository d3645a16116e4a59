export const howItWorks = {
  title: "How checking works",
  body: `You have a paper in your hand, on which {operator} is named. Here you learn whether we published a record for it.

## In three steps
1. Find the passport number, or the IRCC number of a Canadian paper. It stands on the paper, most often at the top.
2. [Type it in](/Check_Visa). Small letters, spaces and hyphens do not matter.
3. Compare what you see with the paper: the name, the parents’ names, the photo, and each page.

## When a record is shown
We published it, on the day that the answer names. The scans are the ones that we hold. If your paper says something else than the scan, trust neither until you have [asked us](/contact).

It does not say that a visa is in force today. Visas are cancelled, and conditions change. The answer names the office that can tell you.

## When nothing is found
That can mean several things: the number was mistyped, the record is not published yet, it was taken down, or we never had it. The answer is the same in all these cases, so that nobody learns from it what we keep.
1. Compare the number with the paper, sign by sign. A zero is easily taken for an O.
2. Try the other number, if the paper has two.
3. [Ask us](/contact). Pay nobody in the meantime.

## Why you may be asked to wait
Who tries many numbers is slowed down, and told so. This keeps strangers from trying out numbers until one fits. Who looks up the papers of a family never notices.

## What we do with your question
The number that you type stands in no address and in no log. [What is stored](/privacy)`,
};
