import { expect, it } from 'vitest';
import { publicPages } from '../../prerender/public-pages.ts';
import christmasTokenSolanaGuide from './content/christmas-token-solana-guide.md?raw';
import xmasMemeCoinSolana from './content/xmas-meme-coin-solana.md?raw';
import xmasTokenSolana from './content/xmas-token-solana.md?raw';
import xmasTokenSolanaInvestment from './content/xmas-token-solana-investment.md?raw';
import { type Promo, type PromoSection, readPromo } from './promo.ts';

const [guide, comedy, token, investment] = [
  christmasTokenSolanaGuide,
  xmasMemeCoinSolana,
  xmasTokenSolana,
  xmasTokenSolanaInvestment,
].map(readPromo) as [Promo, Promo, Promo, Promo];

const itemsOf = ({ sections }: Promo, kind: PromoSection['kind']) =>
  sections.flatMap((section) => (section.kind === kind ? section.items : []));

it('shows the popular figures, each with a disclaimer', () => {
  const figuresOf = (promo: Promo) => itemsOf(promo, 'figures').map(({ title }) => title);
  expect(figuresOf(guide)).toEqual(expect.arrayContaining(['<400 ms', '$0.01', '300–500%']));
  expect(figuresOf(investment)).toEqual(expect.arrayContaining(['75%', '2.5x', '0.3']));
  for (const promo of [guide, investment]) {
    const ranges = itemsOf(promo, 'allocations').map(({ texts: [range] }) => range);
    expect(ranges).toHaveLength(3);
    for (const range of ranges) expect(range).toMatch(/^\d+–\d+%$/);
    expect(promo.advice).toContain('not financial advice');
    expect(publicPages.map(({ head }) => head)).toContainEqual(promo.head);
  }
});

it('closes with buttons that say where they lead: to the ledger, not to a form or the workshop', () => {
  const labels = [guide, comedy, token, investment].flatMap(({ closing }) => closing.buttons).join(', ');
  expect(labels).not.toMatch(/report|workshop/i);
});

it('says that silence costs tokens, and not that nothing else does: a membership does, too', () => {
  expect(xmasMemeCoinSolana).toContain('Silence costs tickets');
  expect(xmasMemeCoinSolana).not.toContain('Only silence');
});

it('refuses a page that lacks a text or has a block that it could not show', () => {
  const without = (words: string) => () => readPromo(xmasMemeCoinSolana.replace(words, ''));
  expect(without('headline: ')).toThrow('the page has no headline');
  expect(without('schedule: The ')).toThrow('a section of unknown kind: comedy schedule');
  expect(without('Rug Pull Matinée\n\n')).toThrow('too few or too many paragraphs: Monday');
});
