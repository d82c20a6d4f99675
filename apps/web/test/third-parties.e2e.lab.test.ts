import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startStandIn } from '@naughty-list/test-kit/stand-in-server';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aboutHead } from '../src/features/about/about-intro.tsx';
import { cardOf } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

const FILM_IDS = ['film_one1', 'film_two2', 'film_thr3', 'film_fou4'];
const WIDGETS = 'https://platform.twitter.com/widgets.js';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const faces = closeAfterAll(
  await startStandIn((_path, response) => response.setHeader('content-type', 'image/png').end(PNG)),
);
const web = closeAfterAll(await startWeb({ AVATAR_URL: faces.url, VIDEO_PLAYER: FILM_IDS.join(',') }));

/** Refuses every call to another origin, and lists their hosts. */
async function refuseForeign(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    (url) => url.origin !== web.stack.url,
    async (route) => {
      asked.push(new URL(route.request().url()).hostname);
      await route.abort();
    },
  );
  return asked;
}

async function openCard(page: Page, username: string) {
  const card = cardOf(page, username);
  await card.getByRole('button', { name: username }).click();
  await card.getByText('The report links to a post.').waitFor();
  return card;
}

test('a click replaces the quote by the post; the avatar over the seal is from this site', async () => {
  await web.report({ username: 'embedded' });
  const { page } = await web.visit({ complains: false });
  await page.route(WIDGETS, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.twttr = { widgets: { createTweet: async (id, place) => {
          const post = document.createElement('p');
          post.textContent = 'The post ' + id;
          place.append(post);
          return post;
        } } };`,
    }),
  );
  await page.goto('/');
  const card = await openCard(page, 'embedded');
  await card.getByRole('button', { name: 'Show the post here' }).press('Enter');
  await card.getByText('The post 1225').waitFor();
  await expect.poll(() => card.getByText('The report links to a post.').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('The post 1225');
  const face = card.locator('img[src="/api/avatar/embedded"]');
  // A busy gateway has the image for the next page.
  await expect
    .poll(async () => (await face.isVisible()) || (await page.reload().then(() => false)))
    .toBe(true);
});

test('a name that another account has now, or an account that was hacked, shows no face beside the report', async () => {
  const shown = { others_now: 'handle_changed_at = now()', hacked: "status = 'compromised'" };
  for (const [username, set] of Object.entries(shown)) {
    const { id } = await web.report({ username });
    await web.sql(`update reports.scammer_reports set ${set} where id = $1`, [id]);
  }
  await web.report({ username: 'last_one' });
  const { page } = await web.open('/');
  await expect.poll(() => cardOf(page, 'last_one').locator('img').count()).toBe(1);
  for (const username of Object.keys(shown))
    expect(await cardOf(page, username).locator('img').count()).toBe(0);
  const card = await openCard(page, 'others_now');
  await card.getByText(/^A former owner of others_now was reported on/).waitFor();
});

test('a page contacts no third party before a click, and stays complete without them', async () => {
  await web.report({ username: 'unreachable' });
  faces.asked.length = 0;
  faces.answerWith((_path, response) => response.writeHead(500).end());
  const { page, complaints } = await web.visit();
  const asked = await refuseForeign(page);
  for (const path of ['/nice-list', '/pfp', aboutHead.path, '/burns', '/']) {
    await page.goto(path);
    await page.locator('html[data-alive]').waitFor();
    await page.waitForLoadState('networkidle');
  }
  const card = await openCard(page, 'unreachable');
  await expect.poll(() => faces.asked).toEqual(['/x/unreachable?fallback=false']);
  await expect.poll(() => card.locator('img').count()).toBe(0);
  await card.locator('svg').first().waitFor();
  expect(asked).toEqual([]);
  expect(complaints).toEqual([]);

  await card.getByRole('button', { name: 'Show the post here' }).click();
  await card.getByText("X isn't sharing this post right now.").waitFor();
  await card.getByRole('link', { name: 'Open the original post' }).waitFor();
  expect(new Set(asked)).toEqual(new Set(['platform.twitter.com']));

  const films = page.getByRole('region', { name: 'Films from the workshop' });
  await films.getByRole('tab', { name: 'Clubnight' }).click();
  await films.getByRole('link', { name: 'Play the film Clubnight' }).click();
  await expect.poll(() => asked).toContain('www.youtube-nocookie.com');
  expect(await films.locator('iframe').getAttribute('src')).toContain('/embed/film_thr3?');
  await films.getByRole('button', { name: 'Video not showing? Play our own copy' }).click();
  await films.locator('video source[src="/art/explainers/clubnight.webm"]').waitFor({ state: 'attached' });
});

test('a deleted post stays a quote', async () => {
  await web.report({ username: 'deleted' });
  const { page } = await web.visit();
  await page.route(WIDGETS, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.twttr = { widgets: { createTweet: async () => { window.asked = true; } } };',
    }),
  );
  await page.goto('/');
  const card = await openCard(page, 'deleted');
  await card.getByRole('button', { name: 'Show the post here' }).click();
  await page.waitForFunction(() => 'asked' in window);
  await card.getByText("X isn't sharing this post right now.").waitFor();
  await card.getByText('The report links to a post.').waitFor();
});
