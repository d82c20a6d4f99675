import type { Promo } from '../promo.ts';

export const christmasTokenSolanaGuide: Promo = {
  head: {
    path: '/christmas-token-solana-guide',
    title: "Christmas Token Solana Guide: Santa's field manual for 2026",
    description:
      'A plain guide to Christmas tokens on Solana: how to check an address, read a chart with cold hands, size a position like a stocking filler, and spot a fake Santa.',
    image: '/art/social/social-about.png',
  },
  figure: 'helper-3-snowman.svg',
  eyebrow: 'The guide to Christmas tokens on Solana',
  headline: "Santa's field manual for seasonal coins",
  lead: 'I wrote this for my own elves after payday went badly in 2021. It has six chapters, no hopium, and a cocoa stain on the last page.',
  sections: [
    {
      kind: 'texts',
      title: 'The manual',
      cards: [
        {
          title: 'Chapter one: find the right door',
          paragraphs: [
            "Every popular token has a dozen impostors with the same name and picture. A name proves nothing; an address does. Take the address from the project's own site, copy it, and compare every letter of what you pasted with what you copied before you sign.",
            'If somebody sends you the address in a private message with the words "official" and "hurry", you have not found the door. You have found a burglar\'s mail slot.',
          ],
        },
        {
          title: 'Chapter two: pack a wallet',
          paragraphs: [
            'Use a wallet that you installed from its own site, and keep the seed phrase on paper, in a drawer, not in a photograph. Keep a second, small wallet for adventures. When the adventure goes wrong, and one will, only the small stocking burns.',
            "Put a little SOL in it for fees. Solana's are famously small; the elves budget a cent and usually have change.",
          ],
        },
        {
          title: 'Chapter three: read before you leap',
          paragraphs: [
            "Look at the liquidity: how much could be sold before the floor gives way? Look at the holders: does one chimney own half the town? Look at the authority to mint more: is it gone, or is somebody's thumb still on the printing press?",
            'Then look up the people. That is what my ledger is for. Type the handle, read what others reported, open the original post, and make up your own mind.',
          ],
        },
        {
          title: 'Chapter four: mind the calendar',
          paragraphs: [
            'Seasonal coins get attention in season. Enthusiasts like to speak of 300 to 500 percent more trading volume around the holidays; treat that as a fireside tale, not a forecast. Volume is people shouting. They shout on the way out, too.',
            'My own plan is simple: a thing worth holding in December ought to have something to do in May. LIST keeps a ledger. Ask the others what they keep.',
          ],
        },
        {
          title: 'Chapter five: the exit',
          paragraphs: [
            'Decide before you go in when you will leave, up or down, and write it down where your excited self cannot find the eraser. Nobody ever went broke by going home from a party at a sensible hour.',
          ],
        },
        {
          title: 'Chapter six: when it goes wrong',
          paragraphs: [
            'It happens to clever people and to elves. Do not chase it. Do not pay anybody who promises to get it back; that is the same burglar in a different hat. Keep the links, report the account, and let the next person find your warning.',
          ],
        },
      ],
    },
    {
      kind: 'allocations',
      title: 'Three stockings: a pretend portfolio',
      intro:
        'How the elves divide the part of their pocket money that they have already said goodbye to. A lesson in manners, not a recommendation.',
      allocations: [
        {
          name: 'The Careful Elf',
          range: '1-2%',
          text: 'One walnut in a large stocking. He buys LIST for the joke, looks once a month, and sleeps like a plum pudding.',
        },
        {
          name: 'The Cheerful Elf',
          range: '3-5%',
          text: 'A handful of walnuts. She knows the way out and has told her husband. If it all goes up the chimney, dinner is unaffected.',
        },
        {
          name: 'The Elf We Worry About',
          range: '5-10%',
          text: 'Above this line lies the coal cellar. He has set himself a limit, and his friends have set him another one.',
        },
      ],
    },
    {
      kind: 'metrics',
      title: 'The numbers people quote',
      intro: 'You will hear these around the fire. Beside each is what an honest elf would add.',
      figures: [
        {
          value: '<400 ms',
          label: 'what a transaction aims for',
          note: 'A goal of the network, on a good night. Not ours to promise.',
        },
        {
          value: '$0.01',
          label: 'the most we hope to pay in fees',
          note: 'Usually far less. On busy nights, ask your wallet.',
        },
        {
          value: '300-500%',
          label: 'seasonal volume, by legend',
          note: 'A tale of past Decembers. Past Decembers are past.',
        },
        {
          value: '1,000,000',
          label: 'LIST per report silenced',
          note: 'This one is the price, and you can check it on chain. Appealing costs 0.',
        },
      ],
    },
  ],
  closing: {
    title: 'Lesson over. Practice begins.',
    text: 'Think of the last account that promised you something. Type its name. That is chapter three, and it takes five seconds.',
    buttons: ['Look up a name', 'Back to the ledger'],
  },
  advice:
    'This manual teaches manners around money. It is not financial advice: the percentages are jokes about elves, not a plan for you.',
};
