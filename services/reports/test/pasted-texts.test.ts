import { lookUp, type SubjectAnswer } from '@naughty-list/contracts/look-up';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { startReports } from './running-service.ts';

const POST = '1860000000000000123';
const BURNED_POST = '1860000000000000456';
const WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const SOL = 'So11111111111111111111111111111111111111112';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

const service = closeAfterAll(await startReports());
const report = (username: string, changes: object = {}) => service.report({ username, ...changes }, 'seed');
const { db } = service.context;
const set = (username: string, change: object) => db('scammer_reports').where({ username }).update(change);
const { id } = await report('SolRugKing', { twitterUrl: `https://x.com/SolRugKing/status/${POST}` });
await db('aliases').insert({ report_id: id, username: 'SolRugQueen' });
await report('PresentThief_');
await set('PresentThief_', { status: 'corroborated' });
await report('angry_elf');
await set('angry_elf', { status: 'disputed' });
await report('stolen_elf');
await set('stolen_elf', { status: 'compromised' });
await report('innocent_elf');
await set('innocent_elf', { status: 'cleared', cleared_at: service.context.clock.now(), is_removed: true });
await report('burned_elf', { twitterUrl: `https://x.com/burned_elf/status/${BURNED_POST}` });
await set('burned_elf', { is_removed: true, removal_tx_hash: 'a' });
await report('held_elf');
await set('held_elf', { held_at: new Date(), is_removed: true });
await report('namer', {
  description: `Pay ${WALLET} or ${EVM}. It was ${SIGNATURE}, for ${MINT}.`,
  alsoUsed:
    'free-presents.com, t.me/grinch_calls, https://t.me/+AbC_dEf12, discord.gg/SleighX, santa.sol, elf#1225, @helper_elf, Instagram @grinch.real',
});
// Else it names no other account.
await set('namer', { status: 'corroborated' });
for (const username of ['read_elf', 'kind_elf']) await service.praise({ username }, 'seed');
await db('nice_reports').where({ username: 'read_elf' }).update({ reviewed_at: new Date() });

/** An answer in short: what was understood, what the lists say of it, and what else it may be. */
function inShort({ subject, naughty, burned, nice, near, meant, naming }: SubjectAnswer): string {
  const hints = [...near, ...meant].map(({ username }) => `, maybe ${username}`).join('');
  const named = naming.total > 0 ? ', named' : '';
  if (subject.kind === 'account') {
    const praise = nice && (nice.isReviewed ? 'praised' : 'praised, not reviewed');
    const listed = naughty && `${naughty.status} ${naughty.username}`;
    const verdict = listed ?? (burned ? `burned ${burned.username}` : (praise ?? 'not listed'));
    return `${naughty || burned ? verdict : `${verdict} ${subject.username}`}${named}${hints}`;
  }
  const what =
    subject.kind === 'trace' ? subject.of : subject.kind === 'unknown' ? subject.why : subject.kind;
  return what + named + hints;
}

const ask = async (text: string) =>
  (await service.as('visitor').call(lookUp, { query: { q: text } })).answers.map(inShort);

const LISTED = 'unreviewed SolRugKing';

describe('a listed account is found', () => {
  it.each([
    // From X, its apps and its share sheets.
    'SOLRUGKING',
    '@ SolRugKing',
    `https://x.com/SolRugKing/status/${POST}?s=46&t=Kx9dJ2_aB`,
    'https://x.com/SolRugKing?t=fG3-k&s=09',
    'https://twitter.com/SolRugKing?ref_src=twsrc%5Egoogle%7Ctwcamp%5Eserp%7Ctwgr%5Eauthor',
    'Check out SolRugKing (@SolRugKing): https://x.com/SolRugKing?s=09',
    `https://x.com/SolRugKing/status/${POST}/analytics`,
    `https://x.com/SolRugKing/status/${POST}/quotes`,
    'https://x.com/SolRugKing/verified_followers',
    'https://x.com/SolRugKing/articles',
    'https://x.com/SolRugKing/status/',
    'https://x.com//SolRugKing',
    'https://mobile.x.com/SolRugKing',
    `https://x.com/i/status/${POST}`,
    `post ${POST}`,
    'https://x.com/intent/follow?original_referer=https%3A%2F%2Fa.com&screen_name=SolRugKing&tw_p=followbutton',
    `https://x.com/intent/post?in_reply_to=${POST}`,
    `https://twitter.com/intent/like?tweet_id=${POST}`,
    'https://x.com/search?q=%40SolRugKing&src=typed_query',
    `twitter://status?id=${POST}`,
    'intent://x.com/SolRugKing#Intent;scheme=https;package=com.twitter.android;end',
    'googlechromes://x.com/SolRugKing',
    'view-source:https://x.com/SolRugKing',
    // As titles and pieces of pages.
    'Sol Rug King ✓\n@SolRugKing\nFollow\n12.3K Followers',
    '@SolRugKing · 3h',
    'Replying to @SolRugKing',
    '.@SolRugKing took my coins',
    'cc:@SolRugKing',
    '@solrugking’s giveaway',
    '@SolRugKing—scam',
    '@SolRugKing…',
    '👉@SolRugKing👈',
    '@SolRugKing❄️🎅🏽',
    '「@SolRugKing」',
    '«SolRugKing»',
    '„@SolRugKing“',
    'это @SolRugKing мошенник?',
    'X/Twitter: @SolRugKing',
    'twitter @SolRugKing',
    '@SolRugKing&nbsp;',
    // As characters that only look different, or not at all.
    '@𝐒𝐨𝐥𝐑𝐮𝐠𝐊𝐢𝐧𝐠',
    '\ufeffSolRugKing\u00a0',
    'https://x.com/SolRugKing%E2%80%8B',
    // Encoded, mistyped and made harmless.
    'https%3A%2F%2Fx.com%2FSolRugKing',
    '%40SolRugKing',
    'https: //x.com/SolRugKing',
    'https//x.com/SolRugKing',
    'http:/x.com/SolRugKing',
    'x (dot) com/SolRugKing',
    // In markup.
    '<a href="https://x.com/SolRugKing">he</a>',
    '"https://x.com/SolRugKing",',
    // On sites that show X, and behind redirects.
    `https://xcancel.com/SolRugKing/status/${POST}#m`,
    `https://d.fxtwitter.com/SolRugKing/status/${POST}.mp4`,
    `https://fixupx.com/i/status/${POST}`,
    `https://girlcockx.com/SolRugKing/status/${POST}`,
    'https://l.instagram.com/?u=https%3A%2F%2Fx.com%2FSolRugKing&e=AT0',
    'https://href.li/?https://x.com/SolRugKing',
    'https://translate.google.com/translate?sl=de&u=https://x.com/SolRugKing',
    // Under its new name.
    '@SolRugQueen',
    'https://x.com/solrugqueen?s=21',
  ])('%j', async (text) => {
    expect((await ask(text))[0]).toBe(LISTED);
  });

  it.each([
    ['@PresentThief_.', ['corroborated PresentThief_']],
    ['x.com/presentthief_', ['corroborated PresentThief_']],
    ['is @angry_elf legit?', ['disputed angry_elf']],
    ['https://x.com/stolen_elf/status/5', ['compromised stolen_elf']],
    ['Stolen_Elf on X', ['compromised stolen_elf']],
    ['https://twitter.com/innocent_elf', ['cleared innocent_elf']],
    ['@burned_elf', ['burned burned_elf']],
    [`https://x.com/i/status/${BURNED_POST}`, ['burned burned_elf']],
    ['@read_elf', ['praised read_elf']],
    ['https://x.com/kind_elf?s=21', ['praised, not reviewed kind_elf']],
    ['@SolRugKing @stolen_elf, @burned_elf', [LISTED, 'compromised stolen_elf', 'burned burned_elf']],
    ['@SolRugKing、@read_elf', [LISTED, 'praised read_elf']],
    ['https://x.com/SolRugKing,https://x.com/read_elf', [LISTED, 'praised read_elf']],
    ['Replying to @SolRugKing and @stolen_elf', [LISTED, 'compromised stolen_elf']],
    [`@SolRugKing says send to ${WALLET}`, [LISTED, 'address, named']],
    [`twitter.com/SolRugKing/status/${POST} pic.twitter.com/abc`, [LISTED, 'x_page']],
  ])('%j, with its status', async (text, answers) => {
    expect(await ask(text)).toEqual(answers);
  });
});

describe('what reports name is found', () => {
  it.each([
    WALLET,
    `\`${WALLET}\``,
    `Wallet:${WALLET}`,
    `solana:${WALLET}?amount=1&label=Presents`,
    `https://solscan.io/account/${WALLET}?instruction=x#transfers`,
    `https://solana.fm/address/${WALLET}/transactions?cluster=mainnet-alpha`,
    `https://orbmarkets.io/address/${WALLET}`,
    `https://pump.fun/profile/${WALLET}?tab=coins`,
    `https://birdeye.so/solana/profile/${WALLET}`,
    `https://dexscreener.com/solana/${MINT}?maker=${WALLET}`,
    `https://gmgn.ai/sol/token/Ab12cd_${MINT}`,
    `https://photon-sol.tinyastro.io/en/lp/${MINT}?handle=1`,
    `https://jup.ag/swap/SOL-${MINT}`,
    `https://raydium.io/swap/?inputMint=sol&outputMint=${MINT}`,
    `https://rugcheck.xyz/tokens/${MINT}`,
    `https://phantom.com/tokens/solana/${MINT}`,
    EVM.toLowerCase(),
    `ethereum:${EVM}@1`,
    `https://etherscan.io/address/${EVM}#tokentxns`,
    `https://debank.com/profile/${EVM.toLowerCase()}`,
    `Tx: ${SIGNATURE}`,
    `https://explorer.solana.com/tx/${SIGNATURE}?cluster=mainnet-beta`,
    'FREE-PRESENTS.COM',
    'https://claim.free-presents.com/now?ref=elf',
    'free-presents[.]com',
    'http://www.free-presents.com:8080/',
    't.me/Grinch_Calls',
    'https://t.me/grinch_calls/1225?single',
    'tg://resolve?domain=grinch_calls',
    'https://t.me/+AbC_dEf12',
    'https://discord.gg/SleighX',
    'https://discord.com/invite/SleighX?event=1',
    'santa.sol',
    '@Santa.sol',
    'Elf#1225',
    'https://www.instagram.com/grinch.real?igsh=MWx',
    'ig: grinch.real',
  ])('%j', async (text) => {
    expect((await ask(text))[0]).toMatch(/^(?!not listed)[a-z_]+, named/);
  });

  it('also an account that is not listed itself', async () => {
    expect(await ask('@helper_elf')).toEqual(['not listed helper_elf, named']);
  });

  it('behind the coins that everybody has', async () => {
    expect(await ask(`https://raydium.io/swap/?inputMint=${SOL}&outputMint=${MINT}`)).toContain(
      'address, named',
    );
  });
});

describe('what may mean a listed account says so, and is no verdict', () => {
  it.each([
    // Elsewhere.
    ['https://t.me/SolRugKing', 'telegram'],
    ['SolRugKing.sol', 'sns'],
    ['https://solrugking.com/presale', 'domain'],
    ['https://youtube.com/@SolRugKing', 'youtube'],
    ['https://linktr.ee/solrugking', 'site_page'],
    ['https://socialblade.com/twitter/user/solrugking', 'domain'],
    ['https://app.tweetscout.io/search?q=solrugking', 'domain'],
    ['https://х.com/SolRugKing', 'domain'],
    // Other letters.
    ['ЅоӏRugKing', 'foreign_letters'],
    ['@SolRugKıng', 'foreign_letters'],
    ['@SolRugKing님', 'foreign_letters'],
    ['@SolRugKingは詐欺師ですか', 'foreign_letters'],
    ['@SolRugKing-official', 'not_a_handle'],
    // Words.
    ['Sol👑RugKing', 'words'],
    ['solrugking twitter', 'words'],
    ['u/SolRugKing', 'words'],
    ['x. com/SolRugKing', 'words'],
  ])('%j', async (text, what) => {
    expect(await ask(text)).toEqual([`${what}, maybe SolRugKing`]);
  });

  it.each([
    ['@SoIRugKing', 'not listed SoIRugKing, maybe SolRugKing'],
    ['s0lrugking', 'not listed s0lrugking, maybe SolRugKing'],
    ['@Sol_Rug_King', 'not listed Sol_Rug_King, maybe SolRugKing'],
    ['@SolRugKing1', 'not listed SolRugKing1, maybe SolRugKing'],
    [`https://x.com/honest_elf/status/${POST}`, 'not listed honest_elf, maybe SolRugKing'],
    ['@PresentThief', 'not listed PresentThief, maybe PresentThief_'],
  ])('%j is not listed, but resembles one that is', async (text, answer) => {
    expect(await ask(text)).toEqual([answer]);
  });
});

describe('what cannot be checked is never called not listed', () => {
  it.each([
    ['https://x.com/i/lists/1225', 'x_page'],
    ['https://x.com/i/communities/1225', 'x_page'],
    ['https://x.com/i/spaces/1YqKDqWqdPLGV', 'x_page'],
    ['https://x.com/hashtag/SolRugKing', 'x_page'],
    ['https://x.com/messages/1-2', 'x_page'],
    ['pic.x.com/AbC123', 'x_page'],
    ['https://pbs.twimg.com/profile_images/1/a_400x400.jpg', 'site_page'],
    ['bit.ly/3xYz', 'short_link'],
    ['https://discord.com/channels/1/2', 'site_page'],
    ['https://www.google.com/search?q=sol+rug', 'site_page'],
    ['http://10.0.0.1/claim', 'site_page'],
    ['https://x.com/i/status/1860000000000009999', 'post'],
    ['npub1sn0wdenkukak0d9dfczzeacvhkrgz92ak56egt7vdgzn8pv2wfqqhrjdv9', 'not_a_handle'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'not_a_handle'],
    ['+1 555 010 1225', 'words'],
    ['Sale 🎁 on X: "Send 1, get 2" https://t.co/AbC123', 'short_link'],
  ])('%j', async (text, what) => {
    expect(await ask(text)).toEqual([what]);
  });

  it.each(['@nobody_at_all', '@held_elf'])('%s is an account, and is not listed', async (text) => {
    expect(await ask(text)).toEqual([`not listed ${text.slice(1)}`]);
  });
});
