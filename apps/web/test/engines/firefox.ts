import { existsSync } from 'node:fs';
import { type ElementHandle, launch, TimeoutError } from 'puppeteer-core';
import { type Engine, MAX_WAIT_MS } from './engine.ts';

const PROGRAM = '/usr/bin/firefox-esr';
/** Timeout of one attempt to press an element. */
const PRESS_MS = MAX_WAIT_MS / 6;

/** Debian's Firefox, over WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: existsSync(PROGRAM) ? [] : ['firefox-esr'],
  async open() {
    const browser = await launch({
      browser: 'firefox',
      executablePath: PROGRAM,
      timeout: MAX_WAIT_MS,
      protocolTimeout: MAX_WAIT_MS,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(MAX_WAIT_MS);
    const found = async (xpath: string) => {
      const element = await page.waitForSelector(`::-p-xpath(${xpath})`);
      if (!element) throw new Error(`there is no ${xpath}`);
      return element;
    };
    return {
      goto: async (url) => void (await page.goto(url)),
      run: (inPage, ...args) =>
        page.evaluate(inPage as (...all: unknown[]) => unknown, ...args) as Promise<never>,
      async click(xpath) {
        const locator = page.locator(`::-p-xpath(${xpath})`).setTimeout(PRESS_MS);
        // A locator keeps the element that it found first, and would wait for ever if that is re-rendered.
        for (let left = MAX_WAIT_MS - PRESS_MS; ; left -= PRESS_MS) {
          try {
            return await locator.click();
          } catch (error) {
            if (!(error instanceof TimeoutError) || left <= 0) throw error;
          }
        }
      },
      type: async (xpath, text) => (await found(xpath)).type(text),
      choose: async (xpath, file) =>
        ((await found(xpath)) as ElementHandle<HTMLInputElement>).uploadFile(file),
      close: () => browser.close(),
    };
  },
};
