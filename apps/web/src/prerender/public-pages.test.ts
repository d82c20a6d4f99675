import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HOME_IMAGE } from '../lib/page-head.ts';
import { publicPages } from './public-pages.ts';
import { renderSite } from './render.tsx';

const heads = publicPages.map(({ head }) => head);

it('gives each page its own title and description, no longer than search results show', () => {
  for (const key of ['path', 'title', 'description'] as const) {
    expect(new Set(heads.map((head) => head[key])).size).toBe(heads.length);
  }
  for (const { title, description } of heads) {
    expect(title.length).toBeLessThanOrEqual(70);
    expect(description.length).toBeGreaterThan(110);
    expect(description.length).toBeLessThanOrEqual(185);
  }
});

it('has a preview image for each page', () => {
  const publicFolder = join(import.meta.dirname, '../../public');
  for (const { image = HOME_IMAGE } of heads) expect(existsSync(join(publicFolder, image))).toBe(true);
});

it('names every page in the sitemap', async () => {
  const { sitemap } = await renderSite();
  const named = [...sitemap.matchAll(/<loc>%PUBLIC_ORIGIN%([^<]*)<\/loc>/g)].map(([, path]) => path);
  expect(named).toEqual(heads.map(({ path }) => path));
});

it('renders each page completely, with one h1, and without what the policy forbids', async () => {
  const { pages } = await renderSite();
  const rendered = pages.filter(({ body }) => body !== '');
  expect(rendered.map(({ file }) => file).sort()).toEqual(
    [
      '404.html',
      'appeal.html',
      'case.html',
      'index.html',
      'receipt.html',
      'trace.html',
      ...heads.flatMap(({ path }) => (path === '/' ? [] : [`${path.slice(1)}.html`])),
    ].sort(),
  );
  for (const { file, body } of rendered) {
    expect(body.match(/<h1/g), file).toHaveLength(1);
    expect(body.includes('If you&#x27;re fading Santa, you&#x27;re NGMI'), file).toBe(true);
    // No Suspense placeholders, style attributes or scripts.
    expect(/<script|\sstyle=|<!--\$[?!]-->/.test(body), file).toBe(false);
    if (/coin|token/.test(file)) expect(/not financial advice/.test(body), file).toBe(true);
  }
});
