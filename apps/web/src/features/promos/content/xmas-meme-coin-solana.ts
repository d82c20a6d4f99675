import type { Promo } from '../promo.ts';

export const xmasMemeCoinSolana: Promo = {
  head: {
    path: '/xmas-meme-coin-solana',
    title: 'Xmas Meme Coin on Solana: comedy all year, 365 shows',
    description:
      'An Xmas meme coin on Solana with a comedy schedule: LIST laughs at scammers every day of the year. See the program and the only ROI Santa will put in writing.',
  },
  figure: 'helper-4-sausage.svg',
  eyebrow: 'The Xmas meme coin on Solana',
  headline: '365 shows a year, and one of them is Christmas',
  lead: 'Welcome to the smallest theater at the North Pole. The stage is a desk, the curtain is a tablecloth, and the villain has usually just slid into your replies.',
  sections: [
    {
      kind: 'schedule',
      title: 'The comedy schedule',
      intro: 'Subject to weather, reindeer, and the villains turning up, which so far they always have.',
      acts: [
        {
          time: 'Monday',
          act: 'Rug Pull Matinée',
          note: 'A rug is pulled. The audience guesses by whom, then looks up what was reported.',
        },
        {
          time: 'Tuesday',
          act: 'Amateur Phishing Night',
          note: "Contestants write to Santa's support desk. Santa has no support desk.",
        },
        {
          time: 'Wednesday',
          act: 'The Honeypot Monologues',
          note: 'One man, one token, no way to sell it. Running time: unknown.',
        },
        {
          time: 'Thursday',
          act: "Impersonators' Ball",
          note: 'Eleven founders in identical profile pictures. One of them is a snowman.',
        },
        {
          time: 'Friday',
          act: 'Roadmap Improv',
          note: 'The audience calls out a quarter, and an elf explains why it was last quarter.',
        },
        {
          time: 'Saturday',
          act: 'Burn Night',
          note: "Whenever somebody buys Santa's silence. Appeals are heard nightly, for free.",
        },
        {
          time: 'Sunday',
          act: 'Nice List Service',
          note: 'Quiet music. We read out the names of people who helped and asked for nothing.',
        },
      ],
    },
    {
      kind: 'texts',
      title: 'Program notes',
      cards: [
        {
          title: 'About the company',
          paragraphs: [
            'The troupe was founded in 2024 by a man with a sack, a sausage with ambitions, and several elves who had been let go from toy-making after an incident with a glue gun. None of them had been to drama school. All of them had been rugged.',
            "Their repertoire is drawn from life: every act on this stage began as somebody's report, with a link to the post. We judge nobody before the reviews are in.",
          ],
        },
        {
          title: 'About the coin',
          paragraphs: [
            "LIST is the theater's ticket. You do not need one to watch; the gallery is free and the search box is in the foyer. Wrongly cast? Appeal at the box office, for free. Silence costs tickets: one million for each report, thrown on the fire in front of everybody.",
            'We are told other meme coins have no purpose at all and are proud of it. We admire their honesty and have asked them to sweep up.',
          ],
        },
        {
          title: 'About the chain',
          paragraphs: [
            'Comedy is timing, and we play on Solana, which was built to keep it. A burn is seen before the laugh has died, and the fee has so far been less than the price of a peanut.',
            'On nights when the network is slow, the sausage juggles. Please do not encourage him.',
          ],
        },
        {
          title: 'About the audience',
          paragraphs: [
            'Our people post the jokes, ask the accused for their side with good cheer, and put a name into the search box before they put a coin into anything. They are the warmest crowd in the business, and some of them wear tinsel in August.',
          ],
        },
      ],
    },
    {
      kind: 'roi',
      title: 'Entertainment ROI',
      intro: 'The only return Santa will put in writing is measured in laughs, and even that is an estimate.',
      figures: [
        { value: '365', label: 'days of comedy a year', note: 'In leap years, one more, at no charge.' },
        { value: '∞', label: 'jokes per rug pull', note: 'The supply of villains has no cap.' },
        { value: '100%', label: 'festive', note: 'Audited by an elf with a bell on his hat.' },
      ],
    },
  ],
  closing: {
    title: 'Curtain up',
    text: 'The ledger is on stage right now. No ticket, no account, no minimum purchase of tinsel.',
    buttons: ['Go to the show', "See tonight's bill"],
  },
  advice:
    '"Entertainment ROI" counts laughs, not money. This program is a joke, not financial advice, and the sausage is not licensed in any jurisdiction.',
};
