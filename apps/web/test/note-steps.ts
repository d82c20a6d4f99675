import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** A recorded step: `what`, and when, in milliseconds of the page's clock. */
type Step = { what: string; at: number };

/** Records scrolls requested by the page, URL changes, and API responses. */
export async function noteSteps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const steps: Step[] = [];
    const note = (what: string) => steps.push({ what, at: performance.now() });
    Object.assign(window, { steps });
    note('opened');
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function (how) {
      const { behavior, block } = Object(how) as ScrollIntoViewOptions;
      note(`${this.id || this.getAttribute('aria-label')} ${behavior} ${block}`);
      scrollIntoView.call(this, how);
    };
    const { scrollTo } = window;
    window.scrollTo = ((how: ScrollToOptions) => {
      note(`top ${how.behavior}`);
      (scrollTo as (how: ScrollToOptions) => void).call(window, how);
    }) as typeof window.scrollTo;
    for (const way of ['pushState', 'replaceState'] as const) {
      const change = history[way].bind(history);
      history[way] = (state, title, url) => {
        change(state, title, url);
        note(`at ${location.pathname}${location.search}`);
      };
    }
    const { fetch } = window;
    window.fetch = async (...input) => {
      const response = await fetch(...input);
      note(`answered ${new URL(response.url).pathname}`);
      return response;
    };
  });
}

export const stepsOf = (page: Page): Promise<Step[]> =>
  page.evaluate(() => Reflect.get(window, 'steps') as Step[]);

/** Waits for a step; returns its time. */
export async function stepAt(page: Page, what: string): Promise<number> {
  const find = async () => (await stepsOf(page)).findLast((step) => step.what === what)?.at;
  await eventually(find).toBeDefined();
  return (await find()) ?? Number.NaN;
}
