import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSubjects } from '../src/subject/parse-subjects.ts';
import { toTrace, tracePath, traceText, traceUrl } from '../src/trace-texts.ts';
import { Trace } from '../src/traces.ts';
import { TRACES_MAX, tracesIn } from '../src/traces-in.ts';

const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const mint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';

it.each([
  // Addresses and transactions, bare and in explorers' links.
  [`Sent 2 SOL to ${wallet}.`, [`solana ${wallet}`]],
  [`wallet:${wallet},`, [`solana ${wallet}`]],
  [`https://solscan.io/account/${wallet}?cluster=mainnet#transfers`, [`solana ${wallet}`]],
  [`explorer.solana.com/address/${wallet}/tokens`, [`solana ${wallet}`]],
  [`https://dexscreener.com/solana/${mint}`, [`solana ${mint}`]],
  [`pump.fun/coin/${mint}`, [`solana ${mint}`]],
  [`https://birdeye.so/token/${mint}?chain=solana`, [`solana ${mint}`]],
  [`https://solscan.io/tx/${signature}`, [`transaction ${signature}`]],
  [`It was ${signature}!`, [`transaction ${signature}`]],
  [`ETH to ${evm}`, [`evm ${evm.toLowerCase()}`]],
  [`https://etherscan.io/address/${evm}`, [`evm ${evm.toLowerCase()}`]],
  [`https://etherscan.io/tx/0x${'Ab'.repeat(32)}`, [`transaction 0x${'ab'.repeat(32)}`]],
  ['Paid santa.sol and Grinch.eth', ['sns santa.sol', 'ens grinch.eth']],
  // Websites.
  ['Connect at https://claim.Free-Presents.com/now?x=1', ['domain free-presents.com']],
  ['drainer.so, it drains', ['domain drainer.so']],
  ['free-presents.xyz took it all', ['domain free-presents.xyz']],
  ['hxxps://free-presents[.]xyz/a', ['domain free-presents.xyz']],
  ['sleigh (dot) com', ['domain sleigh.com']],
  ['https://grinch.pages.dev, https://pages.dev', ['domain grinch.pages.dev']],
  ['(https://www.free-presents.co.uk/)', ['domain free-presents.co.uk']],
  ['https://xn--pple-43d.com and аpple.com', ['domain xn--pple-43d.com']],
  [`https://drain.example.org/?to=${wallet}`, ['domain example.org', `solana ${wallet}`]],
  // Chats and accounts.
  ['t.me/GrinchCalls then https://t.me/s/grinchcalls', ['telegram grinchcalls']],
  ['https://t.me/+AbC_dEf12 or t.me/joinchat/AbC_dEf12', ['telegram +AbC_dEf12']],
  ['https://discord.gg/SleighX discord.com/invite/SleighX', ['discord SleighX']],
  ['Grinch#1225 on Discord', ['discord grinch#1225']],
  ['Discord: @grinch.elf', ['discord @grinch.elf']],
  ['Telegram @grinch_support_team, TG: @Second_One', ['telegram grinch_support_team', 'telegram second_one']],
  ['with @Helper_Elf and https://x.com/Other_Elf/status/5', ['x other_elf', 'x helper_elf']],
  ['https://www.youtube.com/@Grinch_TV github.com/grinch/drainer', ['youtube grinch_tv', 'github grinch']],
  [
    'https://instagram.com/grinch.real/ https://www.tiktok.com/@grinch',
    ['instagram grinch.real', 'tiktok grinch'],
  ],
])('%s', (text, expected) => {
  const found = tracesIn(text).map(({ kind, value }) => `${kind} ${value}`);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

it.each([
  'He took 3.5 SOL on 24.12. and left.',
  'It rugged.Then he blocked me at night.He left, i.e. gone.',
  'See README.md and drain.py',
  'Saw it on https://x.com/i/status/5, google.com, docs.google.com and https://www.youtube.com/watch?v=a',
  'Mail me at santa@north-pole.com',
  'Paid in EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v and So11111111111111111111111111111111111111112',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '192.168.0.1 and http://10.0.0.1/a',
  'https://t.co/abc',
  '',
])('finds nothing in %j', (text) => {
  expect(tracesIn(text)).toEqual([]);
});

it('finds the same thing once, however it is written', () => {
  expect(tracesIn(`${evm} ${evm.toLowerCase()} https://etherscan.io/address/${evm}`)).toHaveLength(1);
});

it.each([
  wallet,
  `https://solscan.io/account/${wallet}`,
  evm,
  signature,
  'https://claim.Free-Presents.com/now',
  't.me/GrinchCalls',
  'https://t.me/+AbC_dEf12',
  'https://discord.gg/SleighX',
  'Grinch#1225',
  'santa.sol',
  'Grinch.eth',
  'https://x.com/Other_Elf',
  'https://www.tiktok.com/@grinch',
])('is found by what it is understood as when it is pasted: %s', (text) => {
  const [trace, ...others] = tracesIn(text);
  expect(others).toEqual([]);
  const { kind, value } = trace as Trace;
  expect([
    [{ kind: 'account', username: 'Other_Elf' }],
    [{ kind: 'address', chain: kind, value }],
    [expect.objectContaining({ kind: 'transaction', value })],
    [expect.objectContaining({ kind: 'trace', of: kind, value })],
    // Whose chat it is cannot be told; reports that name it are found all the same.
    [expect.objectContaining({ kind: 'unknown', why: 'invite', text })],
  ]).toContainEqual(parseSubjects(text));
});

it('finds what it wrote itself, whatever stands around it', () => {
  const traces = tracesIn(
    `${wallet} ${evm} ${signature} free-presents.com t.me/grinch_calls santa.sol elf#1225`,
  );
  expect(traces).toHaveLength(7);
  const around = fc.constantFrom('', ' ', '(', ')', '"', '. ', ', ', '\n', '🎁 ', '…', '“', ' - ', '\u200b ');
  fc.assert(
    fc.property(fc.constantFrom(...traces), around, around, (trace, before, after) => {
      const written = traceUrl(trace) ?? traceText(trace);
      expect(tracesIn(`${before}${written}${after}`)).toContainEqual(trace);
    }),
  );
});

it('takes any text, within its limits, and gives values that can be stored and addressed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      const traces = tracesIn(`${text} @a.b ${text} x.${text}`);
      expect(traces.length).toBeLessThanOrEqual(TRACES_MAX);
      for (const trace of traces) {
        expect(Trace.parse(trace)).toEqual(toTrace(trace.kind, trace.value));
        expect(tracePath(trace)).toMatch(/^\/trace\/[a-z]+\/[^/?#\s]+$/);
      }
    }),
    { numRuns: 60 },
  );
});
