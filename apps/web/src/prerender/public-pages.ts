import { aboutHead } from '../features/about/about-intro.tsx';
import { burnsHead } from '../features/burns/burn-history.tsx';
import { developersHead } from '../features/developers/endpoint-texts.ts';
import { homeHead } from '../features/hero/hero.tsx';
import privacy from '../features/legal/privacy.md?raw';
import terms from '../features/legal/terms.md?raw';
import { niceListHead } from '../features/nice-list/nice-hero.tsx';
import { paymentsHead } from '../features/own-payments/payments-page.tsx';
import { pfpHead } from '../features/pfp/pfp-guide.tsx';
import { verifyReceiptHead } from '../features/receipt/verify-receipt-page.tsx';
import { transparencyHead } from '../features/transparency/figures.tsx';
import type { PageHead } from '../lib/page-head.ts';
import { readWrittenPage } from '../lib/written-page.ts';

export { homeHead };

/**
 * A prerendered, indexable page. `priority` is the sitemap's, 0 to 1; `withoutScripts` is the text of its `noscript` note.
 */
type PublicPage = { head: PageHead; priority: number; withoutScripts?: string };

const promos = Object.values(
  import.meta.glob<string>('../features/promos/content/*.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);

/** Every indexable page. A new one also needs a route and an entry in the gateway's list. */
export const publicPages: readonly PublicPage[] = [
  {
    head: homeHead,
    priority: 1,
    withoutScripts:
      'The counters, the report form and opening an entry need JavaScript. The list, its search and the case pages work without it.',
  },
  {
    head: niceListHead,
    priority: 0.9,
    withoutScripts:
      'Praising someone and opening an entry need JavaScript. The list and its search work without it.',
  },
  {
    head: aboutHead,
    priority: 0.8,
    withoutScripts: 'The contract address, the market figures and the calculator need JavaScript.',
  },
  {
    head: pfpHead,
    priority: 0.8,
    withoutScripts: 'The picture editor needs JavaScript, because it runs in your browser and nowhere else.',
  },
  ...promos.map((text) => ({ head: readWrittenPage(text).head, priority: 0.5 })),
  { head: burnsHead, priority: 0.4 },
  { head: transparencyHead, priority: 0.4 },
  { head: developersHead, priority: 0.4 },
  {
    head: paymentsHead,
    priority: 0.2,
    withoutScripts:
      'Signing with a wallet and reading a receipt need JavaScript. You can get a receipt as data at /api/receipts/ plus the transaction.',
  },
  { head: verifyReceiptHead, priority: 0.2 },
  ...[privacy, terms].map((text) => ({ head: readWrittenPage(text).head, priority: 0.2 })),
];
