import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More tab stops than any page has before its footer. */
const STOPS_MAX = 120;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll(([element]) => element !== undefined && element === document.activeElement);

/** Presses Tab until the target has the focus; also checks that the focus is visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await hasFocus(target)) return expectSeen(page);
    await page.keyboard.press(key);
  }
  throw new Error(`${STOPS_MAX} presses of ${key} do not lead to ${target}; now at ${await stop(page)}`);
}

/** Tabs to the target and presses a key. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Short description of the focused element. */
export const stop = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const words = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return `${element?.tagName} ${words.trim().slice(0, 40)}`;
  });

/**
 * Checks for a visible focus indicator: an outline or shadow, on the element or a box it fills, that is absent without
 * focus.
 */
export async function expectSeen(page: Page): Promise<void> {
  const isSeen = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
    const ringsOf = () =>
      [
        getComputedStyle(element),
        getComputedStyle(element, '::after'),
        ...(element.parentElement ? [getComputedStyle(element.parentElement)] : []),
        ...(element.nextElementSibling ? [getComputedStyle(element.nextElementSibling)] : []),
      ].map(({ outlineStyle, outlineWidth, boxShadow }) => {
        const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
        return { outline: hasOutline ? outlineWidth : 'none', shadow: boxShadow };
      });
    const focused = ringsOf();
    // Suppresses focus events, which would close open popups.
    const events = ['blur', 'focusout', 'focus', 'focusin'];
    const hush = (event: Event) => event.stopImmediatePropagation();
    for (const event of events) window.addEventListener(event, hush, true);
    element.blur();
    const bare = ringsOf();
    element.focus({ preventScroll: true });
    for (const event of events) window.removeEventListener(event, hush, true);
    if (document.activeElement !== element) return false;
    return focused.some(
      ({ outline, shadow }, box) =>
        (outline !== 'none' && outline !== bare[box]?.outline) ||
        (shadow !== 'none' && shadow !== bare[box]?.shadow),
    );
  });
  expect([await stop(page), isSeen]).toEqual([await stop(page), true]);
}
