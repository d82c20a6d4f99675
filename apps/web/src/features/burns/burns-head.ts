import type { PageHead } from '../../lib/page-head.ts';

export const burnsHead: PageHead = {
  path: '/burns',
  title: "Every burn for Santa's silence: the history of the Naughty List",
  description:
    "Every burn of LIST that removed a report: the report's number, the amount, the time, and a link to the transaction. No names. Wrongly listed? Appeal for free.",
};
