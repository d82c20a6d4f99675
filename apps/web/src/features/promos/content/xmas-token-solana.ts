import type { Promo } from '../promo.ts';

export const xmasTokenSolana: Promo = {
  head: {
    path: '/xmas-token-solana',
    title: 'Xmas Token on Solana: the short word with the long memory',
    description:
      'An Xmas token on Solana that is busy in July. LIST belongs to a public ledger of scam reports with free appeals, and burns when somebody buys silence.',
  },
  figure: 'helper-5-robin.svg',
  eyebrow: 'The Xmas token on Solana',
  headline: 'Xmas has four letters. So does LIST.',
  lead: 'You are in a hurry, or you would have typed all nine letters of Christmas. Very well: here is the whole story at the speed of a robin who has seen the cat.',
  sections: [
    {
      kind: 'texts',
      title: "The robin's version",
      cards: [
        {
          title: 'In one breath',
          paragraphs: [
            'Scammers rob people. People report scammers. The reports go into a public ledger that anybody can search for nothing. Anybody named can appeal for free, or burn 1,000,000 LIST to have a report struck out. The burned coins are gone. The rest of us go back to our pudding.',
            'That was it. You may now close this page and be better informed than most panels at most conferences. But the mince pies are warm, so you might as well stay for the second breath.',
          ],
        },
        {
          title: 'In two',
          paragraphs: [
            'An ordinary Xmas token is a greeting card with a chart. It arrives in late November, plays a tinny tune, and by Epiphany it is under the sofa with a dead battery. I know; I have delivered thousands.',
            'Mine has chores. Scams do not keep to a season: they come in February dressed as romance, in June dressed as yield, in October dressed as a conference ticket. A ledger of them is read all year, and a coin that belongs to the ledger has something to do on a wet Tuesday in March.',
          ],
        },
        {
          title: 'The part where I explain speed',
          paragraphs: [
            'The elves ran the numbers. Solana aims to settle a transaction in less than 400 milliseconds, and what it charges has mostly been a small part of a cent. A reindeer at full gallop blinks slower than that.',
            'I do not promise you either figure on the night. Networks have moods, like reindeer. But I have waited for a bank transfer on December twenty-third, and I know which of the two I would harness.',
          ],
        },
        {
          title: 'The part where I do not promise anything',
          paragraphs: [
            'Nobody here will tell you what LIST is going to be worth. I can see you when you are sleeping; I cannot see the chart. If somebody in a chat says they can, look them up first.',
            'What I can tell you is what happens: reports come in, appeals are heard for free, some people buy silence, and each time a million coins go up the chimney. You can watch every one of them leave.',
          ],
        },
      ],
    },
    {
      kind: 'texts',
      title: 'Questions shouted up the chimney',
      cards: [
        {
          title: '"Is the list always right?"',
          paragraphs: [
            'No. It is a list of reports, each with the post it is about. Read the post. Think. A report is what somebody said happened, and the original is one click away for a reason. If one is wrong about you, appeal for free: a moderator decides.',
          ],
        },
        {
          title: '"Can I be nice instead?"',
          paragraphs: [
            'Please. There is a second ledger, the Nice List, for people who answered questions at three in the morning and asked for nothing. It is shorter, but the handwriting is better.',
          ],
        },
      ],
    },
  ],
  closing: {
    title: 'Off you fly',
    text: 'One search box, one ledger, no account. The robin recommends it, and the robin has no referral code.',
    buttons: ['Take me to the list', 'Read the ledger'],
  },
  advice:
    'To avoid any coal: jokes, opinions and plans, not financial advice. Never put in what you would miss at breakfast.',
};
