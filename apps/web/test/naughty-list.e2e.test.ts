import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { callsOf, cardOf, load, sticksOut } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

test('an empty list shows its empty state', async () => {
  const { page } = await web.open('/');
  await page.getByText('No reports yet').waitFor();
  await page.getByText('Be the first to report a scammer and help protect the community!').waitFor();
});

test('shows five entries, then five more at a time; an open card shows all details', async () => {
  for (let number = 1; number <= 12; number += 1) {
    const words = Array.from({ length: 25 }, (_, index) => `word${index}`).join(' ');
    await web.report({ username: `bad_elf_${number}`, description: `A ponzi scheme. ${words}` });
  }
  const { page } = await web.open('/');
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  expect(await cards.count()).toBe(5);
  await page.getByRole('button', { name: 'Load More Entries' }).click();
  await expect.poll(() => cards.count()).toBe(10);
  await page.getByRole('button', { name: 'Load More Entries' }).click();
  await expect.poll(() => cards.count()).toBe(12);
  expect(await page.getByRole('button', { name: 'Load More Entries' }).count()).toBe(0);

  const card = cardOf(page, 'bad_elf_12');
  await card.getByText('PONZI', { exact: true }).waitFor();
  await card.getByText('word16...').waitFor();
  expect(await card.getByText('word24').count()).toBe(0);
  await card.getByRole('button', { name: 'bad_elf_12' }).click();
  await card.getByText('word24').waitFor();
  await card.getByRole('heading', { name: 'Crypto Crime' }).waitFor();
  await card.getByRole('heading', { name: "Buy Santa's Silence!" }).waitFor();
  const raid = new URL((await card.getByRole('link', { name: 'Raid' }).getAttribute('href')) ?? '');
  expect(raid.searchParams.get('in_reply_to')).toBe('1225');
  expect(raid.searchParams.get('text')).toContain(`${web.stack.url}/?search=bad_elf_12`);
  expect(await card.getByRole('link', { name: 'Open the original post' }).getAttribute('href')).toBe(
    'https://x.com/bad_elf_12/status/1225',
  );
  await card.getByRole('button', { name: 'Remove Report' }).click();
  await card.getByRole('button', { name: 'Hide' }).click();
  await card.getByRole('button', { name: 'Remove Report' }).waitFor();
});

test('offers no raid on an account that may not be the one, and no seal for it', async () => {
  const states: [name: string, change: string, hasSeal: boolean][] = [
    ['objecting_elf', "status = 'disputed'", true],
    ['hacked_elf', "status = 'compromised'", false],
    ['new_elf', "status = 'corroborated', handle_changed_at = now()", false],
  ];
  for (const [username, change] of states) {
    await web.report({ username });
    const sql = `update reports.scammer_reports set ${change} where username = $1`;
    await web.sql(sql, [username]);
  }
  const { page } = await web.open('/');
  for (const [username, , hasSeal] of states) {
    const card = cardOf(page, username);
    expect([username, await card.locator('.border-dashed').count()]).toEqual([username, hasSeal ? 0 : 1]);
    await card.getByRole('button', { name: username }).click();
    await card.getByRole('link', { name: 'Open the original post' }).waitFor();
    expect(await card.getByRole('link', { name: 'Raid' }).count()).toBe(0);
  }
});

test("piled combining marks do not cover the page's own text", async () => {
  const piled = `A ponzi scheme e${'\u0301'.repeat(150)} and a${'\u0323'.repeat(150)}`;
  await web.report({ username: 'piled_elf', description: piled });
  const { page } = await web.open('/case/piled_elf');
  const text = page.locator('blockquote[dir]').first();
  const around = [
    page.getByText('No moderator has confirmed the report.'),
    page.getByText('There are none yet.'),
  ];
  const shots = async () => (await Promise.all(around.map((each) => each.screenshot()))).map(String);
  const before = await shots();
  await text.evaluate((element) => element.replaceChildren('A ponzi scheme e and a'));
  expect(await shots()).toEqual(before);
});

test('suggestions are reached with arrow keys, picked with Enter, and closed by Escape or blur', async () => {
  const { page } = await web.open('/');
  await page.getByRole('article').first().waitFor();
  const box = page.getByRole('combobox');
  const options = page.getByRole('option');
  await box.fill('BAD_ELF');
  await expect.poll(() => options.count()).toBe(5);
  await page.keyboard.press('Escape');
  await expect.poll(() => options.count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.locator('[role=option][aria-selected=true]').textContent())
    .toBe('bad_elf_12 Reported, not reviewed');
  await page.keyboard.press('Tab');
  await expect.poll(() => options.count()).toBe(0);

  await box.fill('elf_1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('bad_elf_11');
  await page.getByText('1 report matches your search').waitFor();
  await cardOf(page, 'bad_elf_11').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(5);
  expect(await box.inputValue()).toBe('');
});

test('Enter without a highlight searches on the server, unless it is empty; an empty result is shown', async () => {
  const { page } = await web.visit();
  const searches = callsOf(page, '/api/scammer-reports/search');
  await load(page, '/');
  await page.getByRole('combobox').fill('   ');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('@bad_elf_7');
  await page.keyboard.press('Enter');
  await page.getByText('1 report matches your search').waitFor();
  await page.getByRole('combobox').fill('nobody_at_all');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No matching reports found').waitFor();
  await page.getByText('Try adjusting your search terms or category filter').waitFor();
  const queries = searches.map((call) => call.split('?')[1]);
  expect(queries).toEqual(['q=%40bad_elf_7', 'q=nobody_at_all']);
});

test.each(['/?search=bad_elf_3', '/#search=bad_elf_3'])(
  'a shared link (%s) searches, and is removed from the URL',
  async (link) => {
    const { page } = await web.open(link);
    await page.getByText('1 report matches your search').waitFor();
    await cardOf(page, 'bad_elf_3').waitFor();
    await expect.poll(() => page.url()).toBe(`${web.stack.url}/`);
    await expect.poll(() => isInView(page.locator('#answer [data-verdict]'))).toBe(true);
  },
);

test('hostile and foreign text is shown as text, and fits a narrow phone', async () => {
  const hostile = [
    {
      username: 'xss_1',
      description: 'if (1 < 2 && "quotes" && \'ticks\') {{7*7}} %00 &amp; <3',
    },
    { username: 'longword', description: 'w'.repeat(1000) },
    { username: 'rtl_text', description: 'هذا الشخص محتال سرق أموالي ثم اختفى \u202Egnp.exe' },
    { username: 'WWWWWWWWWWWWWWW', description: '🎅🏿👨‍👩‍👧‍👦 семья 家族 ஸ்ரீ Z̸͎̈́a̷̛l̵g̶o̴' },
  ];
  const kept = new Map<string, string>();
  for (const report of hostile) kept.set(report.username, (await web.report(report)).description);
  const { page } = await web.open('/', { complains: false, viewport: { width: 360, height: 740 } });
  for (const [username, description] of kept) {
    const card = cardOf(page, username);
    await card.getByRole('button', { name: username, exact: true }).click();
    await card.getByRole('button', { name: 'Remove Report' }).click();
    const text = card.getByRole('region', { name: 'Crypto Crime' }).locator('p');
    expect(await text.textContent()).toBe(description);
    const direction = await text.evaluate((element) => getComputedStyle(element).direction);
    expect(direction).toBe(username === 'rtl_text' ? 'rtl' : 'ltr');
  }
  expect(await sticksOut(page)).toEqual([]);
});

async function isInView(card: ReturnType<typeof cardOf>): Promise<boolean> {
  return card.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}
