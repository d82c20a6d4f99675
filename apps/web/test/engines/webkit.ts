import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import { Builder, By, Capabilities, error, until, type WebDriver } from 'selenium-webdriver';
import { type Engine, MAX_WAIT_MS } from './engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
/** WebKit needs a display, even if it is virtual. */
const SCREEN = '/usr/bin/Xvfb';
const [program] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

/** Debian's WebKitGTK, over WebDriver. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: [
    ...(program && existsSync(DRIVER) ? [] : ['webkit2gtk-driver']),
    ...(existsSync(SCREEN) ? [] : ['xvfb']),
  ],
  async open() {
    const children: ChildProcess[] = [];
    const stop = async () => {
      for (const child of children.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
    };
    try {
      const screen = spawn(SCREEN, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      children.push(screen);
      const [display] = await once(screen.stdout, 'data');
      const port = await freePort();
      const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
      children.push(spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' }));
      const driver = await connect(port);
      return tabOf(driver, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

async function connect(port: number): Promise<WebDriver> {
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + MAX_WAIT_MS;
  const answers = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (Date.now() > until) throw new Error('the WebKit driver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: program, args: ['--automation'] },
      }),
    )
    .build();
}

function tabOf(driver: WebDriver, stop: () => Promise<void>) {
  const found = (xpath: string) => driver.wait(until.elementLocated(By.xpath(xpath)), MAX_WAIT_MS);
  const seen = async (xpath: string) => {
    const element = await found(xpath);
    // Scrolled below the fixed header and above the notices.
    await driver.executeScript(
      (it: Element) => it.scrollIntoView({ block: 'center', behavior: 'instant' }),
      element,
    );
    await driver.wait(until.elementIsVisible(element), MAX_WAIT_MS);
    return element;
  };
  /** Repeats an action while its element is being re-rendered, or is covered by something that moves. */
  const settled = async (xpath: string, act: () => Promise<void>) => {
    const attempt = () =>
      act().then(
        () => true,
        (fault: unknown) => {
          const isPassing =
            fault instanceof error.StaleElementReferenceError ||
            fault instanceof error.ElementClickInterceptedError;
          if (isPassing) return false;
          throw fault;
        },
      );
    await driver.wait(attempt, MAX_WAIT_MS, `${xpath} is covered, or does not stay`);
  };
  return {
    goto: (url: string) => driver.get(url),
    run: <T, Args extends unknown[]>(inPage: (...args: Args) => T, ...args: Args) =>
      driver.executeScript<Awaited<T>>(inPage as (...args: unknown[]) => T, ...args),
    click: (xpath: string) => settled(xpath, async () => (await seen(xpath)).click()),
    type: (xpath: string, text: string) => settled(xpath, async () => (await seen(xpath)).sendKeys(text)),
    choose: async (xpath: string, file: string) => (await found(xpath)).sendKeys(file),
    close: async () => {
      await driver.quit();
      await stop();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (!address || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
