import type { Attack } from '../attack.ts';
import { newClient } from '../clients.ts';
import { countStatuses } from '../sender/requests.ts';
import { countReports } from '../target.ts';
import { describeStatuses } from '../words.ts';

const LISTS = ['/api/scammer-reports', '/api/nice-reports'];
const FRAMED = 'elonmusk';

/** Sends reports and praises of an account with these links; each has to be refused. */
const refused = (of: Pick<Attack, 'name' | 'title'> & { links: string[] }): Attack => ({
  name: of.name,
  title: of.title,
  bound: 'refused on both lists',
  async run({ product, sender, scale, observe }) {
    const requests = LISTS.flatMap((path) =>
      of.links.map((twitterUrl) => ({
        method: 'POST' as const,
        path,
        from: newClient(),
        body: JSON.stringify({
          twitterUrl,
          username: FRAMED,
          description: 'Sold us a sleigh that was never built.',
          scamCategory: 'other',
        }),
      })),
    );
    const { value: answers } = await observe(() =>
      sender.flood({ url: product.stack.url, requests, connections: 1, withinMs: scale.withinMs }),
    );
    const counts = countStatuses(answers);
    const { stored } = await countReports(product, [FRAMED]);
    const { rows } = await product.db.query('select from reports.nice_reports where username = $1', [FRAMED]);
    return {
      sent: `${requests.length} reports and praises: ${describeStatuses(counts)}`,
      saw: [`${stored + rows.length} stored`],
      checks: [
        { what: 'each is refused', holds: counts[400] === requests.length },
        { what: 'nothing is stored', holds: stored + rows.length === 0 },
      ],
    };
  },
});

export const framing = refused({
  name: 'framing',
  title: 'a post of one account, with the username of another',
  links: [
    'https://x.com/totally_other/status/1',
    'https://twitter.com/totally_other/status/2',
    'https://www.x.com/totally_other/status/3?s=20',
    'https://mobile.twitter.com/totally_other/status/4/photo/1',
  ],
});

export const reportsWithoutPost = refused({
  name: 'reports-without-post',
  title: 'reports of an account without a post of it',
  links: [
    `https://x.com/${FRAMED}`,
    'https://x.com/explore',
    'https://x.com/home',
    'https://x.com/',
    'https://x.com/i/status/20',
    'https://help.x.com/',
  ],
});
