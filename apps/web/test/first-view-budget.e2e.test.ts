import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { FIRST_CHARACTERS } from '../faces.ts';
import type {} from './build-web.ts';
import { FONTS_BUDGET, pageBudgets, STYLES_BUDGET } from './speed/budget.ts';
import { firstView, readChunks, totalBytes } from './speed/first-view.ts';

const webRoot = inject('webRoot');

test.each(pageBudgets)('the first view of $path stays within its budget', ({ file, scripts }) => {
  const view = firstView(webRoot, file);
  expect(view.scripts.length).toBeGreaterThan(0);
  expect(view.fonts).toHaveLength(1);
  expect(view.styles).toHaveLength(1);
  expect(totalBytes(view.scripts)).toBeLessThanOrEqual(scripts);
  expect(totalBytes(view.styles)).toBeLessThanOrEqual(STYLES_BUDGET);
  expect(totalBytes(view.fonts)).toBeLessThanOrEqual(FONTS_BUDGET);
});

test.each(pageBudgets)('no number in the first view of $path loads locale data', ({ file }) => {
  const scripts = firstView(webRoot, file).scripts.map((script) => script.file);
  const texts = scripts.map((script) => readFileSync(join(webRoot, script), 'utf8'));
  expect(texts.join('')).toContain('visitors have');
  expect(
    scripts.filter((_, index) => /toLocale(?:Date|Time)?String|NumberFormat/.test(texts[index] ?? '')),
  ).toEqual([]);
});

/** Non-letter characters of the font files. */
const SIGNS = /[\u{a0}-\u{ff}\u{2000}-\u{206f}€™←↑→↓−]/u;

test.each(pageBudgets)('the first fonts have every character of the text of $path', ({ file }) => {
  const [, body = ''] = readFileSync(join(webRoot, file), 'utf8').split('<body>');
  const text = body.replace(/<[^>]*>/g, '');
  expect(text.length).toBeGreaterThan(1_000);
  expect(
    [...text].filter((character) => SIGNS.test(character) && !FIRST_CHARACTERS.includes(character)),
  ).toEqual([]);
});

/** Sources that must not load before an interaction, by name. */
const later = {
  'the chain': /^@solana\/|^bs58\/|payment-transactions/,
  'paying with a wallet': /lib\/wallet\/(pay|standard-wallet)\.|features\/payment\/payment-intent\./,
  Zod: /^zod\//,
  forms: /^react-hook-form\/|^@hookform\/|features\/report-form\//,
  'menus, toasts and modals': /^@radix-ui\/|^@floating-ui\/|features\/toasts\/toaster\.tsx|ui\/modal\./,
  'opened reports and removals':
    /naughty-list\/(report-details|loop-video)|removal\/removal-panel|payment\/(run|under-way)\./,
  'the society': /features\/payment\/membership\/(society-modal|verification-step|payment-step)/,
  'the picture editor': /features\/pfp\//,
  'the admin panel': /features\/admin\//,
  'other pages': /features\/(about|market|nice-list|promos)\//,
  'QR codes': /^uqr\//,
};

test('the first view of / excludes the lazy parts, all of which are in the build', () => {
  const chunks = readChunks(webRoot);
  const first = new Set(firstView(webRoot, 'index.html').scripts.map(({ file }) => file));
  const sourcesOf = (isFirst: boolean) =>
    chunks.filter(({ file }) => first.has(file) === isFirst).flatMap(({ sources }) => sources);
  const [atFirst, afterwards] = [sourcesOf(true), sourcesOf(false)];
  for (const [name, isPart] of Object.entries(later)) {
    expect([name, atFirst.filter((source) => isPart.test(source))]).toEqual([name, []]);
    expect([name, afterwards.some((source) => isPart.test(source))]).toEqual([name, true]);
  }
});
