import type { Promo } from '../promo.ts';

export const christmasMemeCoinSolana: Promo = {
  head: {
    path: '/christmas-meme-coin-solana',
    title: 'Christmas Meme Coin on Solana: a joke with a ledger attached',
    description:
      'LIST is a Christmas meme coin on Solana whose punchline is useful: a public list of scam reports, free appeals, and a fire for the coins. Santa tells it best.',
  },
  figure: 'helper-3-snowman.svg',
  eyebrow: 'The Christmas meme coin on Solana',
  headline: 'First you laugh. Then you look them up.',
  lead: "A meme coin is a joke that people agree to hold. I have been the world's longest-running joke with a uniform, so I thought I should try one.",
  sections: [
    {
      kind: 'texts',
      title: 'Anatomy of a joke',
      cards: [
        {
          title: 'The set-up',
          paragraphs: [
            'A snowman walks into a group chat. "Gentlemen," he says, "I have a project. It is frozen liquidity." Everybody puts in a little. In the morning there is a puddle, a carrot, and a channel deleted at dawn.',
            'You have met that snowman. He has had eleven names since spring. What you did not have, the night before, was a place to type his name and see the ten puddles he left behind.',
          ],
        },
        {
          title: 'The turn',
          paragraphs: [
            'So I opened the ledger. Anybody may report, with a link to the post it is about. Anybody may search, for nothing and without an account. Anybody named may appeal, for free. The page is short and the verdict is yours; I only hold the pen and the candle.',
            'A meme spreads because it is easy to retell. "Check Santa\'s list" is the easiest sentence in the English language. Children understand it. Even venture capitalists understand it.',
          ],
        },
        {
          title: 'The punchline',
          paragraphs: [
            'Here it comes: you can PAY Santa to stop telling a joke about you, and he burns a million of the joke. (If the joke is wrong, appeal. That is free, and nothing burns.) Every burn makes the rest of the laughter a little scarcer. I know of no other comedy club where silence is paid for by setting fire to tickets.',
            'Whether that makes a ticket worth more, I cannot say and will not hint. It makes it rarer. Good cracker jokes are rare, too, and nobody pays extra for those.',
          ],
        },
        {
          title: 'The encore',
          paragraphs: [
            'A joke you can only tell in December is a poor joke. Ours is told whenever somebody asks for a "small verification deposit". That is, by the clock on my wall, about every four minutes.',
            'In July we wear shorts. The beard stays. The ledger is open.',
          ],
        },
      ],
    },
    {
      kind: 'texts',
      title: 'House rules of the comedy cellar',
      cards: [
        {
          title: 'Be funny, be fair',
          paragraphs: [
            'Report what happened, not who you dislike. Link to the post. Write it as you would tell a friend who is about to send the money: what was promised, what happened, how you noticed.',
          ],
        },
        {
          title: 'Mind the step',
          paragraphs: [
            'Meme coins are as volatile as brandy butter near a candle. Most of them end as a smell. I would rather you laughed for nothing than lost the rent, and laughing here is free.',
          ],
        },
        {
          title: 'Tip the piano player',
          paragraphs: [
            "Share the page of somebody you looked up. It costs nothing and it may save a stranger's Christmas. We have ten ways of saying it ready-made, and none of them is about the moon.",
          ],
        },
      ],
    },
  ],
  closing: {
    title: 'The house lights are going down',
    text: 'Pick a chair near the fire. Nobody checks your ticket.',
    buttons: ['Take a seat', 'Read the whole ledger'],
  },
  advice:
    'All of the above is comedy and intention. It is not financial advice, and no snowman on this page is a registered adviser.',
};
