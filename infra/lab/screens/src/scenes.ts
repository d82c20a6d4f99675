import { membershipTexts } from '@naughty-list/contracts/membership';
import { removalTexts } from '@naughty-list/contracts/removal';
import type { SubmittedReport } from '@naughty-list/contracts/reports';
import { cardOf, openRemoval, toastOf, verify, waitUntilAlive } from '@naughty-list/web/test/page-parts';
import { hat } from '@naughty-list/web/test/pfp-parts';
import { injectPhantom } from '@naughty-list/web/test/wallets';
import type { Locator, Page } from 'playwright-core';
import { ADMIN, type SampleStack } from './sample-stack.ts';

/** One screenshot, and how to reach its state. */
export type Scene = {
  name: string;
  show(page: Page, stack: SampleStack): Promise<unknown>;
};

const home = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('article').first().waitFor();
};

/** Pages as they open. */
const routes: Scene[] = ['/', '/nice-list'].map((path) => ({
  name: path === '/' ? 'home' : path.slice(1),
  show: async (page) => {
    await page.goto(path);
    await waitUntilAlive(page);
    await page.waitForLoadState('networkidle');
  },
}));

/** States of pages beyond their initial view. */
const states: Scene[] = [
  {
    name: 'home-open-report',
    show: async (page) => {
      await home(page);
      await openRemoval(page, 'frosty_phish');
      await cardOf(page, 'frosty_phish').evaluate((card) => card.scrollIntoView({ block: 'start' }));
      await page.evaluate(() => window.scrollBy(0, -80));
    },
  },
  {
    name: 'home-removal-under-way',
    show: async (page, stack) => {
      const hash = await stack.burnThatIsUnderWay(stack.referenceOf('ponzi_penguin'));
      await home(page);
      const card = await openRemoval(page, 'ponzi_penguin');
      await verify(card, hash);
      const stages = card.getByRole('list', { name: 'Progress of the removal' });
      await stages.getByText('Confirmed (reached)').waitFor();
      await stages.evaluate((list) => list.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'home-removal-refused',
    show: async (page) => {
      await home(page);
      const card = await openRemoval(page, 'grinch_capital');
      await verify(card, 'certainly-no-hash');
      await toastOf(page).waitFor();
      await card
        .getByLabel('Transaction hash')
        .evaluate((field) => field.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'home-removal-to-sign',
    show: async (page, stack) => {
      const hash = await stack.burn({});
      await home(page);
      const card = await openRemoval(page, 'grinch_capital');
      await verify(card, hash);
      const panel = card.getByRole('region', { name: 'One more step' });
      await panel.waitFor();
      await panel.evaluate((region) => region.scrollIntoView({ block: 'center' }));
    },
  },
  ...societySteps(),
  {
    name: 'pfp-dressed',
    show: async (page) => {
      await page.goto('/pfp');
      await waitUntilAlive(page);
      await page.getByRole('button', { name: 'Borrow a face', exact: true }).click();
      await hat(page).click();
      await page.getByRole('tab', { name: 'Helpers' }).click();
      await hat(page, 'Robin').click();
      const picture = page.getByRole('application');
      await picture.focus();
      for (const [key, times] of [
        ['Shift+ArrowRight', 7],
        ['Shift+ArrowDown', 10],
        ['-', 3],
      ] as const)
        for (let press = 0; press < times; press += 1) await page.keyboard.press(key);
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
];

/** A new wallet that can pay the membership fee. */
const newMember = (stack: SampleStack) => stack.holder({ list: 750_000n });

/** The Secret Sausage Society, from the first step to the chat link. */
function societySteps(): Scene[] {
  const open = async (page: Page) => {
    await home(page);
    await waitUntilAlive(page);
    await page.getByRole('button', { name: 'Join the Secret Sausage Society' }).click();
    const modal = page.getByRole('dialog', { name: 'Secret Sausage Society' });
    await modal.getByText('750,000 LIST').first().waitFor();
    return modal;
  };
  const verifyHash = async (page: Page, hash: string) => {
    const modal = await open(page);
    await modal.getByRole('button', { name: "I've Sent the Tokens - Verify Now" }).click();
    await modal.getByLabel('Transaction hash').fill(hash);
    await modal.getByRole('button', { name: 'Verify Transaction' }).click();
    return modal;
  };
  return [
    { name: 'society-payment', show: open },
    {
      name: 'society-refused',
      show: async (page) => {
        const modal = await verifyHash(page, 'certainly-no-hash');
        await modal.getByText(membershipTexts.failedTitle).first().waitFor();
      },
    },
    {
      name: 'society-to-sign',
      show: async (page, stack) => {
        const modal = await verifyHash(page, await stack.payFee(await newMember(stack)));
        await modal.getByRole('region', { name: /^One more step/ }).waitFor();
      },
    },
    {
      name: 'society-recovered',
      show: async (page, stack) => {
        const member = await newMember(stack);
        const hash = await stack.payFee(member);
        await injectPhantom(page, { keys: [member], connected: true });
        const sign = async (modal: Locator) => {
          await modal.getByRole('button', { name: 'Sign with the wallet that paid' }).click();
          await modal.getByRole('link', { name: 'Join the private chat' }).waitFor();
        };
        await sign(await verifyHash(page, hash));
        // A page without the app, whose calls would set the cookie again.
        await page.goto('/robots.txt');
        await page.context().clearCookies();
        await page.evaluate(() => localStorage.clear());
        const modal = await open(page);
        await modal.getByRole('button', { name: "I'm already a member" }).click();
        await sign(modal);
      },
    },
  ];
}

/** What the panel of an unpaid removal shows while its payment intent changes, each for a report of its own. */
const intents: Scene[] = (
  [
    [
      'seen',
      'Payment confirmed.',
      async ({ page, stack, report }) => {
        const txHash = await stack.burnThatIsUnderWay(report.uniqueBurnAddress);
        await claimFromElsewhere(page, report.id, txHash);
      },
    ],
    [
      'partial',
      '600,000 of 1,000,000 LIST arrived; 400,000 missing.',
      async ({ page, stack, report }) => {
        const { referenceKey } = await intentOf(page, report.id);
        const txHash = await stack.burn({ referenceKey, tokens: 600_000n });
        await claimFromElsewhere(page, report.id, txHash);
      },
    ],
    ['superseded', removalTexts.gone, ({ stack, report }) => stack.withdraw(report)],
    [
      'paid',
      'Receipt',
      async ({ page, stack, report }) =>
        claimFromElsewhere(page, report.id, await stack.burn({ memo: report.uniqueBurnAddress })),
    ],
    ['expired', 'This offer has expired.', ({ stack }) => stack.expireIntents()],
  ] as [
    state: string,
    text: string,
    change: (on: { page: Page; stack: SampleStack; report: SubmittedReport }) => Promise<unknown>,
  ][]
).map(([state, text, change]) => ({
  name: `removal-${state}`,
  show: async (page, stack) => {
    const report = await stack.report({ username: `${state}_${page.viewportSize()?.width}` });
    await home(page);
    await waitUntilAlive(page);
    await openRemoval(page, report.username);
    await page.getByText(report.uniqueBurnAddress, { exact: true }).waitFor();
    await change({ page, stack, report });
    const news = page.getByText(text).first();
    await news.waitFor();
    await news.evaluate((line) => line.scrollIntoView({ block: 'center' }));
  },
}));

async function intentOf(page: Page, id: number): Promise<{ id: string; referenceKey: string }> {
  return (await page.request.post(`/api/payment-intents/removal/${id}`)).json();
}

/** As another device of the same visitor claims a payment for the open intent. */
async function claimFromElsewhere(page: Page, id: number, txHash: string): Promise<void> {
  const data = { txHash, intent: (await intentOf(page, id)).id };
  await page.request.post(`/api/scammer-reports/${id}/remove-by-burn`, { data });
}

/** A payer's own page. */
async function showPayments(page: Page, stack: SampleStack): Promise<void> {
  await injectPhantom(page, { keys: [await stack.payer(page)], connected: true });
  // A late payment is a credit a few seconds after it is found on the chain.
  do {
    await page.goto('/payments');
    await waitUntilAlive(page);
    await page.getByRole('button', { name: 'Sign with the wallet that paid' }).click();
    await page.getByRole('heading', { name: /payments from/ }).waitFor();
  } while (!(await page.getByText(/^Credit until/).isVisible()));
}

/** Logs in and opens the admin panel. */
async function showPanel(page: Page, { stack }: SampleStack): Promise<void> {
  await page.request.post('/api/admin/login', { data: ADMIN, headers: { origin: stack.url } });
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'The Counting-House' }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** The last ones add reports. */
export const scenes: readonly Scene[] = [
  ...routes,
  ...states,
  { name: 'admin-scammer-reports', show: showPanel },
  { name: 'payments-signed', show: showPayments },
  ...intents,
];
