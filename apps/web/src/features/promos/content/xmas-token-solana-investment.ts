import type { Promo } from '../promo.ts';

export const xmasTokenSolanaInvestment: Promo = {
  head: {
    path: '/xmas-token-solana-investment',
    title: "Xmas Token Solana Investment? Santa's honest prospectus",
    description:
      "Thinking of an Xmas token on Solana as an investment? Read Santa's honest prospectus first: what LIST does, what can go wrong, and why the abacus made him laugh.",
    image: '/art/social/social-about.png',
  },
  figure: 'helper-2-reindeer.svg',
  eyebrow: 'An honest prospectus',
  headline: 'You searched for "investment". Sit down, have some cocoa.',
  lead: 'I shall now do something no prospectus has done before: tell you what I do not know, first, and in letters of the same size.',
  sections: [
    {
      kind: 'texts',
      title: 'Section A: risks, because they come first',
      cards: [
        {
          title: 'A.1 It may go to nothing',
          paragraphs: [
            'LIST is a meme token. Its price is what the next person feels like paying, and the next person may be asleep. It can lose all of its value slowly, or at once, or on a Sunday. There is no floor, no insurance, no elf who makes you whole.',
            'If that sentence made your stomach turn, you have your answer, and it was free. Go and buy somebody a scarf.',
          ],
        },
        {
          title: 'A.2 It may be thinly traded',
          paragraphs: [
            'A price on a chart is the price of the last snowball, not of the whole hill. With little liquidity, a large sale moves the market against the seller. Reindeer know this: you cannot land eight of us on one shed roof.',
          ],
        },
        {
          title: 'A.3 Christmas ends',
          paragraphs: [
            'Attention is seasonal. Anybody who holds a Christmas coin must be at peace with the second week of January, when the tree is on the curb and nobody is singing. We gave ours work for the other eleven months, but work is not a promise of wages.',
          ],
        },
        {
          title: 'A.4 Santa may be wrong',
          paragraphs: [
            'I once gave a boy a drum. I have misjudged before. Everything on this page that sounds like a plan is a plan: it may slip, change, or turn out to have been the sherry.',
          ],
        },
      ],
    },
    {
      kind: 'texts',
      title: 'Section B: what there is',
      cards: [
        {
          title: 'B.1 A ledger that people use',
          paragraphs: [
            'A public, searchable list of scam reports, and another of people praised by strangers. It needs neither account nor coin to read. Usefulness is not a valuation, but it is pleasant to have in the building.',
          ],
        },
        {
          title: 'B.2 A fire that only burns one way',
          paragraphs: [
            'Silencing a report costs one million LIST, burned. (An appeal against a wrong report is free and burns nothing.) My elves verify the burn on chain, and so can you. It can only shrink the supply. Demand, I repeat with the patience of a man who has assembled ten thousand bicycles, is another matter.',
          ],
        },
        {
          title: 'B.3 A society with a chairman',
          paragraphs: [
            "The Secret Sausage Society is a members' chat, entered once and for life with a payment in LIST. Its proceedings are confidential, largely because they are about gravy.",
          ],
        },
      ],
    },
    {
      kind: 'allocations',
      title: "Section C: the reindeer's portfolio",
      intro:
        'Dasher insisted on a table. It shows how eight animals with no dependents and free hay have divided their carrots. You are not a reindeer.',
      allocations: [
        {
          name: 'Carrots in the barn',
          range: '85-95%',
          text: 'Boring, orange, paid in advance. This is what they live on, and none of it is in tokens.',
        },
        {
          name: 'Carrots on the hill',
          range: '4-10%',
          text: 'Things that most animals hold: large, dull, liquid. They go down as well. Ask Blitzen about 2022.',
        },
        {
          name: 'Carrots thrown for fun',
          range: '1-5%',
          text: 'LIST lives here, with the other things that make them laugh. When it is gone, it is gone, and they still fly.',
        },
      ],
    },
    {
      kind: 'metrics',
      title: 'Section D: performance, as told by the abacus',
      intro:
        'The marketing department asked for these figures. We publish them with the marginal notes of the elf who found out where they came from.',
      figures: [
        {
          value: '75%',
          label: 'win rate',
          note: "Santa's, at dominoes, against elves who were told to lose.",
        },
        {
          value: '2.5x',
          label: 'the multiple in the legend',
          note: "How Santa's waist grows between November and January. Past growth, alas, does repeat.",
        },
        {
          value: '0.3',
          label: 'correlation with common sense',
          note: 'Measured in the group chat after eleven in the evening.',
        },
        {
          value: '0',
          label: 'profits promised',
          note: 'The one figure on this page that an auditor may keep.',
        },
      ],
    },
  ],
  closing: {
    title: 'Still here? Then use the useful part.',
    text: 'Whatever you decide to buy, here or anywhere, look up the people who are selling it. That advice is free, and it is the only advice on this page.',
    buttons: ['Look up a seller', 'Read the ledger instead'],
  },
  advice:
    'Despite its title, this prospectus is a joke with warnings in it. It is not financial advice, not an offer, and no figure in it is a forecast.',
};
