import type { Promo } from '../promo.ts';

export const christmasMemecoin: Promo = {
  head: {
    path: '/christmas-memecoin',
    title: 'Christmas Memecoin: the top five, ranked by Santa (biased)',
    description:
      'Which Christmas memecoin is best? Santa ranks five holiday tokens with total bias and two short films, and explains why LIST, the one with the ledger, is first.',
  },
  figure: 'helper-6-gingerbread.svg',
  eyebrow: 'Christmas memecoins, ranked',
  headline: 'The five best Christmas memecoins, judged by the man they are about',
  lead: 'I declare my interest: one of the five is mine. I have put it first. A judge who hides his bias is a villain; a judge who wears it with a belt is Santa.',
  sections: [
    {
      kind: 'ranking',
      title: 'The top five holiday tokens',
      intro:
        'Ranked by warmth, wit, and what they do in June. Not by price: I have seen what price does to people.',
      tokens: [
        {
          name: 'LIST (The Naughty List)',
          verdict:
            "Keeps a public ledger of scam reports, hears appeals for free, and burns when somebody would rather buy silence. Mine, too. Judge's privilege.",
        },
        {
          name: 'Rizzmas',
          verdict:
            'Much bigger than we are; I will not pretend otherwise. Charming at parties. We are coming for its mince pies.',
        },
        {
          name: 'The Elf Coins',
          verdict:
            'All of them, as one entry. Small, quick, and impossible to tell apart once they have had sherry.',
        },
        {
          name: 'The Snow Tokens',
          verdict:
            'Beautiful on the first morning. By noon you wonder where your boots are, and by evening where the team is.',
        },
        {
          name: 'The Santa Tokens',
          verdict: 'There are dozens, none of them asked me, and one of them used a photograph of a dentist.',
        },
      ],
    },
    {
      kind: 'players',
      title: 'Two films, no popcorn',
      intro: 'Made in the workshop by elves with pencils. Silent, short, and free of rockets.',
      players: [
        { clip: 4, title: 'The gingerbread man you cannot catch' },
        { clip: 6, title: 'The snowball that grows with every report' },
      ],
    },
    {
      kind: 'texts',
      title: 'The judge explains himself',
      cards: [
        {
          title: 'What makes a Christmas memecoin good',
          paragraphs: [
            'It should be funny the second time. Most jokes are told once and then held, at a loss, in the hope that somebody hasn\'t heard them. A good one gets better because the world keeps supplying material. Ours is supplied by every "guaranteed airdrop" in your inbox.',
            'It should survive its own season. I have a professional interest in what happens on December twenty-sixth, and I can tell you: it is quiet. A coin needs a reason to be mentioned in Lent.',
            'And it should leave people who never bought it better off. Your aunt can read the ledger. Your aunt holds no tokens. That is my favorite thing about it.',
          ],
        },
        {
          title: 'What makes one bad',
          paragraphs: [
            'A team that is anonymous about everything except the price target. A countdown to nothing. A wallet that holds half, "for marketing". The word "safe" in the name. Anybody who calls you "fam" before they have met your family.',
            'You will meet all five signs several times a week. I do not say that everybody who shows one is a crook. I say: look before you send.',
          ],
        },
        {
          title: 'Why I run from my own hype',
          paragraphs: [
            'The gingerbread man on this page has the right idea. Whenever somebody shouts that we cannot lose, I put on my boots and jog in the opposite direction. We can lose. You can lose. The only thing that cannot be lost is what you look up first.',
          ],
        },
        {
          title: 'What the plan is',
          paragraphs: [
            'Keep the ledger open, quick and free. Keep appeals free. Make the burn impossible to fake and easy to check. Praise people on the Nice List loudly. Draw better hats. If the coin does well because people like all that, I shall be as surprised as anybody, and dance with the reindeer.',
          ],
        },
      ],
    },
  ],
  closing: {
    title: 'Disagree with the judge?',
    text: "About rankings, I hear no appeals. About the Naughty List, I do: if an entry names you and it's wrong, appealing is free.",
    buttons: ['To the Naughty List', 'Look up a rival'],
  },
  advice:
    "A ranking by a biased man in a red coat is not financial advice. Other tokens are mentioned in good humor, and that says nothing about anybody's worth.",
};
