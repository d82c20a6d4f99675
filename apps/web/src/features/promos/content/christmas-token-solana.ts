import type { Promo } from '../promo.ts';

export const christmasTokenSolana: Promo = {
  head: {
    path: '/christmas-token-solana',
    title: 'Christmas Token on Solana: LIST, kept by Santa himself',
    description:
      'LIST is the Christmas token on Solana with a day job: it burns when somebody buys silence on the Naughty List, where appeals are free.',
    image: '/art/social/social-about.png',
  },
  figure: 'helper-8-star.svg',
  eyebrow: 'The Christmas token on Solana',
  headline: 'A coin with a ledger and a long memory',
  lead: 'Every other Christmas token sleeps for eleven months and sends you a card in December. Mine keeps a ledger, all year, of everybody reported for robbing a sleigh.',
  sections: [
    {
      kind: 'texts',
      title: 'What sits under this tree',
      cards: [
        {
          title: 'A token with a day job',
          paragraphs: [
            'I have been keeping lists for seventeen centuries. Parchment, mostly. Then the elves showed me a block explorer, and I wept into my cocoa: here was a ledger that nobody could spill gravy on. So I moved mine in next door.',
            'LIST is the coin of that ledger. When somebody is reported on the Naughty List, the report stays where anybody can look it up. If the person named thinks it is wrong, an appeal is free. If they would merely rather it were quiet, silence costs 1,000,000 LIST, burned in the open, never to come back.',
            'That is the whole trick. No staking table, no forty-page paper, no elf with a whiteboard. A report, a price, a fire.',
          ],
        },
        {
          title: 'Why Solana pulls the sleigh',
          paragraphs: [
            'I deliver to every chimney on Earth in one night, so I have opinions about throughput. Solana was built to settle in well under a second, and a transaction usually costs a crumb of a cent. You will spend more on the carrot for Rudolph.',
            'That matters when the thing you do most is look. You read the ledger for nothing. You only touch the chain when you burn, when you buy, or when you want to check my arithmetic, and you should check my arithmetic.',
          ],
        },
        {
          title: 'The fire in the grate',
          paragraphs: [
            'A burn is a Christmas cracker that only goes bang once. The tokens leave the supply and the transaction stays, so anybody can count. I like that. A man who asks you to trust him with presents ought to show you the sack.',
            'Fewer coins does not mean pricier coins. It means fewer coins. What people will pay for the rest is between them, their conscience and the weather, and I have never once got the weather right.',
          ],
        },
        {
          title: 'Who it is for',
          paragraphs: [
            'For people who have been rugged and would like the next person warned. For people who think a public list of scam reports is funnier, and more useful, than another dog in a hat. For people who like Christmas and can lose what they put in without canceling it.',
            "It is not for anybody who needs the money in January. Buy the goose first. Then the children's presents. Then, if a coin is still rolling about the floor, come and see what it does here.",
          ],
        },
      ],
    },
    {
      kind: 'texts',
      title: 'How to hold it without being silly',
      cards: [
        {
          title: 'Check the address twice',
          paragraphs: [
            'There will be impostors. There are always impostors; last year a man in Leeds sold my beard. Copy the contract address from this site, never from a message with a snowflake in it, and compare every letter.',
          ],
        },
        {
          title: 'Keep your keys in your own stocking',
          paragraphs: [
            'Neither I nor any elf will ever ask for your seed phrase. If somebody does, report them. That is free, like everything else on the list but silence.',
          ],
        },
      ],
    },
  ],
  closing: {
    title: 'Come in, wipe your boots',
    text: 'Look somebody up before you send a coin. It takes less time than wrapping a scarf.',
    buttons: ['Open the ledger', "Read tonight's reports"],
  },
  advice:
    'A word from the elf with the spectacles: this page is entertainment and not financial advice. LIST may go to zero, and Santa does not do refunds.',
};
