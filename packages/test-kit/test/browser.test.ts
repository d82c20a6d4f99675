import { launchBrowser } from '@naughty-list/test-kit/browser';
import { expect, it } from 'vitest';

it('starts a browser that runs scripts, also two at once', async () => {
  const browsers = await Promise.all([launchBrowser(), launchBrowser()]);
  for (const browser of browsers) {
    const page = await browser.newPage();
    await page.setContent('<h1>Ho</h1><script>document.querySelector("h1").append(" ho")</script>');
    expect(await page.textContent('h1')).toBe('Ho ho');
    await browser.close();
  }
});
