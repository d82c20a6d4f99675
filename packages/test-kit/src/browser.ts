import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const SYSTEM_BROWSERS = [
  // Without Chromium's own window, which takes a third of a test's processor time.
  '/usr/bin/chromium-headless-shell',
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

/** Timeout of an action, wait or navigation; Playwright's 30 seconds are too short on a busy machine. */
const TIMEOUT_MS = 120_000;

type Program = { path: string; env: Record<string, string> };

/**
 * Starts a headless Chromium; `env` is added to the environment that it needs. The caller closes it.
 *
 * @throws Error when this machine has none; the message says what to install
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
 * Finds a Chromium for callers that start it themselves: `CHROMIUM_PATH`, else the system's, else the one from npm,
 * with its environment and the flags for tests.
 *
 * @throws Error when this machine has none
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
 * Configures the browser's own fonts and the system's. The package's configuration names missing folders, and
 * Chromium crashes on a character that no font provides.
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

/** Unpacks into a temporary folder and renames it, so that concurrent test files never see a partial browser. */
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
