import type { Promo } from '../promo.ts';

export const solanaChristmasMemecoin: Promo = {
  head: {
    path: '/solana-christmas-memecoin',
    title: 'Solana Christmas Memecoin: four films, five tokens, one ledger',
    description:
      'The Solana Christmas memecoin with films: four hand-drawn clips, a top five of holiday tokens on fast rails, and why a list of reports needed a chain at all.',
  },
  figure: 'helper-7-candy-canes.svg',
  eyebrow: 'The Solana Christmas memecoin',
  headline: 'Hand-drawn jokes on very fast rails',
  lead: 'Some projects have a white paper. We have a picture house. Four films, a league table, and then a word about why any of this is on a chain.',
  sections: [
    {
      kind: 'players',
      title: 'Tonight at the picture house',
      intro: 'Press play; none of them makes a sound, and none of them promises you anything.',
      players: [
        { clip: 1, title: 'Hold on for Christmas: some hold on by a rope' },
        { clip: 2, title: 'No moon is promised, and no rocket is refunded' },
        { clip: 3, title: 'Our candles are real, and they go out, too' },
        { clip: 5, title: 'The society of taste, and its chairman, the sausage' },
      ],
    },
    {
      kind: 'texts',
      title: 'Why on Solana',
      cards: [
        {
          title: 'Because a burn has to be seen',
          paragraphs: [
            'If I told you over the fence that somebody had paid for silence and I had thrown the money in the fire, you would be right to look at my new boots. So it happens where you can watch. The transaction names the token, the amount and the reference; my elves check every part of it, and so can you. (An appeal needs no fire. It is free.)',
            "That is all a chain is for, in this house: nobody has to take Santa's word. The reports, the jokes and the hats live on ordinary computers, as the elves intended.",
          ],
        },
        {
          title: 'Because the queue is short',
          paragraphs: [
            'On the night I have thirty-one hours, counting time zones, and no patience for confirmations measured in coffee. Solana aims at fractions of a second. A burn that is seen, confirmed and final before the kettle boils is a burn that nobody can argue with.',
          ],
        },
        {
          title: 'Because small things must stay small',
          paragraphs: [
            'A joke that costs forty dollars to send is not a joke, it is an invoice. Fees here have mostly been less than a cent. If that ever changes, I shall complain in verse.',
          ],
        },
        {
          title: 'Because the villains are here, too',
          paragraphs: [
            'Where coins are quick and cheap to make, so are bad ones. Every fast railway attracts pickpockets. It would be a poor sort of sheriff who opened his office in the next county, where it is quiet.',
            'So we hung the list by the platform, where you can read it while you wait for the train.',
          ],
        },
      ],
    },
    {
      kind: 'ranking',
      title: 'The league table of holiday tokens',
      intro:
        'As kept by the station master, who is me. Points are awarded for usefulness, cheer, and punctuality.',
      tokens: [
        {
          name: 'LIST (The Naughty List)',
          verdict: 'Nine points. One deducted because the station master holds some, and said so.',
        },
        {
          name: 'Rizzmas',
          verdict:
            'Seven points and a great deal more steam. The calculator on our About page measures the distance, every thirty seconds.',
        },
        {
          name: 'Reindeer tokens, assorted',
          verdict: 'Six points. They pull well together until somebody says "utility".',
        },
        {
          name: 'Grinch-themed coins',
          verdict: 'Five points. At least they are open about it.',
        },
        {
          name: 'Whatever launched on December 24',
          verdict: 'Two points, for courage. Ask again at Epiphany.',
        },
      ],
    },
    {
      kind: 'texts',
      title: 'Before you board',
      cards: [
        {
          title: 'Mind the gap',
          paragraphs: [
            'There is a gap between what they say a coin will be and what it is, and people fall into it with their savings. Stand behind the yellow line. Bring only money that you could drop on the track without looking down.',
          ],
        },
        {
          title: 'Check your carriage',
          paragraphs: [
            'Same name, same picture, different address: that is the oldest trick at this station. Copy the address from our site, and compare it in your wallet before you sign. Twice. You know the song.',
          ],
        },
      ],
    },
  ],
  closing: {
    title: "All aboard who's coming aboard",
    text: 'The ledger leaves from every platform, at any time, and nobody checks your ticket.',
    buttons: ['Board the Naughty List', 'Look up a passenger'],
  },
  advice:
    'Films, rankings and railway metaphors are entertainment and plans. They are not financial advice, and the points cannot be exchanged for money.',
};
