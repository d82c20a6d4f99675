import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visitAsAdmin, withAdmin } from './admin-parts.ts';
import { sticksOut, waitForToast } from './page-parts.ts';
import { PHONE, startSeparateWeb, type VisitOptions } from './web-under-test.ts';

const CHOSEN = 'dashing through the snow';

const web = closeAfterAll(await startSeparateWeb(withAdmin));

/** Invites a colleague, who accepts in a browser of their own. */
async function newColleague(username: string, options: VisitOptions = {}): Promise<Page> {
  const { page: admins } = await visitAsAdmin(web, '/admin/accounts');
  await admins.getByLabel('Username').fill(username);
  await admins.getByRole('button', { name: 'Create an invitation' }).click();
  const link = (await admins.getByRole('status').locator('code').textContent()) ?? '';
  const { page } = await web.visit(options);
  const { pathname, hash } = new URL(link);
  await page.goto(`${pathname}${hash}`);
  await page.getByLabel('New password').fill(CHOSEN);
  await page.getByRole('button', { name: 'Accept and log in' }).click();
  await page.getByRole('heading', { name: `Your account, ${username}` }).waitFor();
  return page;
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(CHOSEN);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function confirmByPassword(page: Page, action: string): Promise<void> {
  await page.getByLabel('Your password').fill(CHOSEN);
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
}

test('a field without a hint reserves room for an error only', async () => {
  const { page } = await visitAsAdmin(web, '/admin/accounts');
  const [field, next] = [page.getByLabel('Username'), page.getByText('Role', { exact: true })];
  await field.waitFor();
  const [above, below] = [await field.boundingBox(), await next.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(48);
});

test('an invited colleague sets up an app, is asked for its code, and logs in with a recovery code', async () => {
  const page = await newColleague('dasher', { viewport: PHONE, complains: /401/ });
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await confirmByPassword(page, 'Continue');
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByRole('textbox', { name: 'Code' }).fill(code());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const [recovery = ''] = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  expect(await sticksOut(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('8 of 8 left', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await logIn(page, 'dasher');
  await page.getByText('Enter the code from your authenticator app', { exact: false }).waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await waitForToast(page, 'Login failed');
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('7 of 8 left', { exact: false }).waitFor();
});

test('says that it is the new password that is too short or too common', async () => {
  const page = await newColleague('comet', { complains: /400/ });
  await page.getByRole('button', { name: 'Change password' }).click();
  for (const [chosen, fault] of [
    ['short', 'The new password must have at least 12 characters.'],
    ['qwertyuiop123', 'The new password is too common.'],
  ] as const) {
    await page.getByLabel('New password').fill(chosen);
    await confirmByPassword(page, 'Change');
    await page.getByRole('dialog').getByText(fault).waitFor();
  }
});

test('a passkey logs in without a password', async () => {
  const { port } = new URL(web.stack.url);
  // Browsers offer passkeys at localhost, and not at an IP address.
  const page = await newColleague('dancer', { baseURL: `http://localhost:${port}` });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Blue key');
  await confirmByPassword(page, 'Add');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('Blue key').first().waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await logIn(page, 'dancer');
  await page.getByText('This account logs in with a passkey', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Your account, dancer' }).waitFor();
});

test('an admin sees the account log, and removes an account', async () => {
  await newColleague('prancer');
  const { page } = await visitAsAdmin(web, '/admin/accounts');
  await page.getByRole('article', { name: 'Accepted the invitation from santa' }).first().waitFor();
  await page.getByRole('button', { name: 'Remove prancer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await waitForToast(page, 'prancer was removed');
  await expect.poll(() => page.getByRole('button', { name: 'Remove prancer' }).count()).toBe(0);
});
