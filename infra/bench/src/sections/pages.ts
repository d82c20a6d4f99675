import type { Section } from '../settings.ts';
import { startProduct } from '../stage/product.ts';
import { measureServing } from './serving.ts';

const browser = {
  accept: 'text/html,application/xhtml+xml',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};

/** The home page as browsers load it: each load is a visit, which is counted on the same core while the next is served. */
export const pages: Section = {
  name: 'pages',
  async measure(settings) {
    const product = await startProduct();
    try {
      const url = `${product.stack.url}/`;
      const compressed = { ...browser, 'accept-encoding': 'gzip, deflate, br' };
      const target = { atLeast: 0.6 };
      const bot = { 'user-agent': 'naughty-list-bench' };
      const rows = await measureServing(
        [
          { what: 'page load of `/`, no visit', url, headers: bot, target },
          { what: 'page load of `/`, compressed, no visit', url, headers: { ...compressed, ...bot }, target },
          { what: 'page load of `/`, visit counted', url, headers: browser, target },
          { what: 'page load of `/`, compressed, visit counted', url, headers: compressed, target },
        ],
        settings,
      );
      return { rows };
    } finally {
      await product.stop();
    }
  },
};
