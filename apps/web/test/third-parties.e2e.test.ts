import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf } from './page-parts.ts';
import { startWeb, type WebUnderTest } from './web-under-test.ts';

const FILM_IDS = ['film_one1', 'film_two2', 'film_thr3', 'film_fou4'];
const PARTIES = /^https:\/\/(platform\.twitter\.com|unavatar\.io|www\.youtube-nocookie\.com)\//;

let web: WebUnderTest;
beforeAll(async () => {
  web = await startWeb({ X_WIDGETS: 'on', AVATARS: 'on', VIDEO_PLAYER: FILM_IDS.join(',') });
});
afterAll(() => web?.stop());

test('third parties that are switched on and cannot be reached leave the page whole', async () => {
  await web.report({ username: 'unreachable' });
  const { page } = await web.visit();
  const asked: string[] = [];
  await page.route(PARTIES, async (route) => {
    asked.push(new URL(route.request().url()).hostname);
    await route.abort();
  });
  await page.goto('/');
  const card = cardOf(page, 'unreachable');
  await card.getByRole('button', { name: 'unreachable' }).click();
  await card.getByText('The evidence is a public post.').waitFor();
  await card.getByRole('link', { name: 'Open the original post' }).waitFor();
  await expect.poll(() => new Set(asked)).toEqual(new Set(['platform.twitter.com', 'unavatar.io']));
  await expect.poll(() => card.locator('img[src^="https:"]').count()).toBe(0);
  await card.locator('svg').first().waitFor();
  expect(await card.getByText('The evidence is a public post.').isVisible()).toBe(true);

  const films = page.getByRole('region', { name: 'Films from the workshop' });
  await films.getByRole('tab', { name: 'Clubnight' }).click();
  await films.getByRole('link', { name: 'Play the film Clubnight' }).click();
  await expect.poll(() => asked).toContain('www.youtube-nocookie.com');
  expect(await films.locator('iframe').getAttribute('src')).toContain('/embed/film_thr3?');
  await films.getByRole('button', { name: 'Nothing to see? Play our own copy' }).click();
  await films.locator('video source[src="/art/explainers/clubnight.webm"]').waitFor({ state: 'attached' });
});

test('where they answer, the post is drawn in place of the quote, and the face over the seal', async () => {
  await web.report({ username: 'embedded' });
  const { page, complaints } = await web.visit();
  await page.route('https://platform.twitter.com/widgets.js', (route) =>
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
  await page.route('https://unavatar.io/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48"/></svg>',
    }),
  );
  await page.goto('/');
  const card = cardOf(page, 'embedded');
  await card.getByRole('button', { name: 'embedded' }).click();
  await card.getByText('The post 1225').waitFor();
  await expect.poll(() => card.getByText('The evidence is a public post.').count()).toBe(0);
  const face = card.locator('img[src="https://unavatar.io/x/embedded?fallback=false"]');
  await expect.poll(() => face.isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

test('a post that is gone stays a quote', async () => {
  await web.report({ username: 'deleted' });
  const { page } = await web.visit();
  await page.route('https://unavatar.io/**', (route) => route.fulfill({ status: 404 }));
  await page.route('https://platform.twitter.com/widgets.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.twttr = { widgets: { createTweet: async () => { window.asked = true; } } };',
    }),
  );
  await page.goto('/');
  const card = cardOf(page, 'deleted');
  await card.getByRole('button', { name: 'deleted' }).click();
  await page.waitForFunction(() => 'asked' in window);
  await card.getByText('The evidence is a public post.').waitFor();
});
