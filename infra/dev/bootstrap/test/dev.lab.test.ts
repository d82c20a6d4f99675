import { cp, mkdir, readFile, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { launchBrowser } from '@naughty-list/test-kit/browser';
import { expect, it, onTestFinished } from 'vitest';
import { repositoryFiles } from '../../checks/files.mjs';
import { StartedProgram, stillThere } from '../../embedded/test/started-program.ts';
import { temporaryFolder } from '../../embedded/test/temporary-folder.ts';

/** Copies the sources, with links to the installed packages. */
async function copyRepository(target: string): Promise<void> {
  const files: string[] = repositoryFiles();
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(REPOSITORY, file), join(target, file));
  }
  await symlink(join(REPOSITORY, 'node_modules'), join(target, 'node_modules'));
  const packages = files.filter((file) => file.endsWith('/package.json')).map(dirname);
  for (const folder of packages) {
    await cp(join(REPOSITORY, folder, 'node_modules'), join(target, folder, 'node_modules'), {
      recursive: true,
      // Links within the workspace then lead to the copy.
      verbatimSymlinks: true,
      filter: (path) => !/node_modules\/\.(vite|prerender)/.test(path),
    });
  }
}

const post = (url: string, origin: string) =>
  fetch(`${url}/api/scammer-reports`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: '{}',
  });

it('follows the sources: pages without a reload, services by starting again', async () => {
  const copy = await realpath(temporaryFolder());
  await copyRepository(copy);
  const change = async (file: string, from: string, to: string) => {
    const text = await readFile(join(copy, file), 'utf8');
    expect(text).toContain(from);
    // Atomically, so that nothing starts from a partial file.
    await writeFile(join(copy, 'changed'), text.replace(from, to));
    await rename(join(copy, 'changed'), join(copy, file));
  };
  const program = new StartedProgram(
    { PORT: '0', DATA_DIR: temporaryFolder() },
    join(copy, 'infra/dev/bootstrap.mjs'),
    'dev',
  );
  const printed = (pattern: RegExp) => expect.poll(() => program.output).toMatch(pattern);
  const url = await program.ready();

  // The origin rules are the gateway's own.
  expect((await post(url, 'http://127.0.0.1:1')).status).toBe(403);
  const foreign = await fetch(`${url}/api/hit-counter`, { headers: { origin: 'http://127.0.0.1:1' } });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect(await (await post(url, url)).json()).toMatchObject({
    message: 'Please enter a valid X (Twitter) URL',
  });

  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  const heading = page.locator('h1').first();
  await heading.getByText('I made the list.').waitFor();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await change('apps/web/src/features/hero/hero.tsx', 'I made the list.', 'I wrote the list.');
  await heading.getByText('I wrote the list.').waitFor();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

  await change('packages/contracts/src/report-input.ts', 'Please enter a valid X', 'Santa needs a valid X');
  await printed(/^READY .*^READY /ms);
  expect(await (await post(url, url)).json()).toMatchObject({
    message: 'Santa needs a valid X (Twitter) URL',
  });

  await change('packages/contracts/src/hit-counter.ts', 'min(0)', 'min(-7)');
  const endpoints = () => fetch(`${url}/@id/__x00__virtual:endpoints/hit-counter`);
  await expect.poll(() => endpoints().then((answer) => answer.text(), String)).toContain('"minimum":-7');

  const counting = 'services/analytics/src/visits/roll-ups.ts';
  await change(counting, 'Number(row?.visits ?? 0)', 'Number(row?.visits ?? 0');
  await printed(/^The stack ended unexpectedly \(exit code 1\), starting it again$/m);
  // The error comes through another pipe.
  await printed(/SyntaxError/);
  await change(counting, 'Number(row?.visits ?? 0', '2412');
  await expect
    .poll(() => fetch(`${url}/api/hit-counter`).then((answer) => answer.json(), String), { interval: 500 })
    .toEqual({ hitCount: 2412 });

  const processes = program.descendants();
  expect(processes.length).toBeGreaterThan(6);
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  expect(await stillThere(processes)).toEqual([]);
});
