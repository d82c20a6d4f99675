import { expect, it } from 'vitest';
import { publicPages } from '../../prerender/public-pages.ts';
import { christmasTokenSolanaGuide } from './content/christmas-token-solana-guide.ts';
import { xmasMemeCoinSolana } from './content/xmas-meme-coin-solana.ts';
import { xmasTokenSolana } from './content/xmas-token-solana.ts';
import { xmasTokenSolanaInvestment } from './content/xmas-token-solana-investment.ts';
import type { Promo } from './promo.ts';

const figuresOf = ({ sections }: Promo) =>
  sections.flatMap((section) => ('figures' in section ? section.figures.map(({ value }) => value) : []));
const rangesOf = ({ sections }: Promo) =>
  sections.flatMap((section) =>
    section.kind === 'allocations' ? section.allocations.map(({ range }) => range) : [],
  );

it('shows the popular figures, each with a disclaimer', () => {
  expect(figuresOf(christmasTokenSolanaGuide)).toEqual(
    expect.arrayContaining(['<400 ms', '$0.01', '300-500%']),
  );
  expect(figuresOf(xmasTokenSolanaInvestment)).toEqual(expect.arrayContaining(['75%', '2.5x', '0.3']));
  for (const promo of [christmasTokenSolanaGuide, xmasTokenSolanaInvestment]) {
    expect(rangesOf(promo)).toHaveLength(3);
    for (const range of rangesOf(promo)) expect(range).toMatch(/^\d+-\d+%$/);
    expect(promo.advice).toContain('not financial advice');
    expect(publicPages.map(({ head }) => head)).toContain(promo.head);
  }
});

it('closes with buttons that say where they lead: to the ledger, not to a form or the workshop', () => {
  const labels = [christmasTokenSolanaGuide, xmasMemeCoinSolana, xmasTokenSolana, xmasTokenSolanaInvestment]
    .flatMap(({ closing }) => closing.buttons)
    .join(', ');
  expect(labels).not.toMatch(/report|workshop/i);
});

it('says that silence costs tokens, and not that nothing else does: a membership does, too', () => {
  const text = JSON.stringify(xmasMemeCoinSolana);
  expect(text).toContain('Silence costs tickets');
  expect(text).not.toContain('Only silence');
});
