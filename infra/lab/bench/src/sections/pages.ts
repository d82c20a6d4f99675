import { startSampledProduct } from '../profile/sampled-product.ts';
import type { Section } from '../settings.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { measureServing, profileServing, type Served } from './serving.ts';

const browser = {
  accept: 'text/html,application/xhtml+xml',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};

const bot = { 'user-agent': 'naughty-list-bench' };
const compressed = { 'accept-encoding': 'gzip, deflate, br' };

/**
 * The home page as loaded by browsers: each load is a visit, which is counted on the same core while the next one is
 * served.
 */
export const pages: Section = {
  name: 'pages',
  async measure(settings) {
    const product = await startProduct();
    try {
      return { rows: await measureServing(served(product), product, settings) };
    } finally {
      await product.stop();
    }
  },
  async profile(settings, profiler) {
    const product = await startSampledProduct();
    try {
      const stage = { product, services: ['gateway', 'analytics'] } as const;
      await profileServing(served(product), stage, settings, profiler);
    } finally {
      await product.stop();
    }
  },
};

function served({ stack }: Product): Served[] {
  const home = { url: `${stack.url}/`, target: { atLeast: 0.6 } };
  const page = 'page load of `/`';
  return [
    { what: `${page}, no visit`, headers: bot, ...home },
    { what: `${page}, compressed, no visit`, headers: { ...browser, ...compressed, ...bot }, ...home },
    { what: `${page}, visit counted`, headers: browser, isVisit: true, ...home },
    {
      what: `${page}, compressed, visit counted`,
      headers: { ...browser, ...compressed },
      isVisit: true,
      ...home,
    },
  ];
}
