import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long an action, a wait or a navigation may take; Playwright's own 30 seconds are too few on a busy machine. */
const TIMEOUT_MS = 120_000;

type Program = { path: string; env: Record<string, string> };

/**
 * Starts a headless Chromium; `env` comes on top of what it needs of the environment. The caller closes it.
 *
 * @throws Error when there is none for this machine; the message says what to install
 */
export async function launchBrowser(env: Record<string, string> = {}): Promise<Browser> {
  const program = await findBrowser();
  const browser = await chromium.launch({
    executablePath: program.path,
    args: program.flags,
    env: { ...process.env, ...program.env, ...env },
  });
  return browser.on('context', (context) => context.setDefaultTimeout(TIMEOUT_MS));
}

/**
 * A Chromium for those who start it themselves: the one that `CHROMIUM_PATH` names, else the system's, else the one from
 * npm; what it needs of the environment, and the flags that tests run it with.
 *
 * @throws Error when there is none for this machine
 */
export async function findBrowser(): Promise<Program & { flags: string[] }> {
  return { ...(systemBrowser() ?? (await browserFromNpm())), flags: FLAGS };
}

function systemBrowser(): Program | undefined {
  const named = process.env.CHROMIUM_PATH;
  const path = [...(named ? [named] : []), ...SYSTEM_BROWSERS].find((candidate) => existsSync(candidate));
  return path ? { path, env: {} } : undefined;
}

/** Unpacks the browser of `@sparticuz/chromium` (Linux on x64) once per machine and version, with its libraries. */
async function browserFromNpm(): Promise<Program> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to one');
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const version = /@sparticuz\+chromium@([\w.]+)/.exec(entry)?.[1] ?? 'unknown';
  const folder = join(tmpdir(), `naughty-list-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) await unpack(folder);
  const env = {
    FONTCONFIG_PATH: configureFonts(folder),
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  };
  return { path: join(folder, 'chromium'), env };
}

/**
 * Tells the browser where fonts are: its own and the system's. The package's own configuration names folders that are
 * not there, and a browser without any font dies of the first character that its page's fonts do not have.
 */
function configureFonts(folder: string): string {
  const path = join(folder, 'fontconfig');
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  mkdirSync(path, { recursive: true });
  writeFileSync(
    join(path, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${dirs.map((dir) => `  <dir>${dir}</dir>`).join('\n')}
  <cachedir>${join(path, 'cache')}</cachedir>
</fontconfig>
`,
  );
  return path;
}

/** Unpacks aside and renames, so that test files that run side by side never see half a browser. */
async function unpack(folder: string): Promise<void> {
  const draft = mkdtempSync(`${folder}-`);
  // The runtime's name makes the package unpack the shared libraries that small systems lack.
  const env = { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url))],
    {
      env,
    },
  );
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
