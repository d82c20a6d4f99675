// Invented names and deeds, so that no screenshot accuses or praises a real account.

/** Entries of the Naughty List, newest first. */
export const naughty = [
  [
    'rug_pull_rudy',
    'Promised a moon and eight reindeer, then rugged the village on Christmas Eve, sleigh and liquidity and all.',
  ],
  [
    'coal_coin_carl',
    'Took deposits for digital coal, a honeypot: it could be bought by anybody and sold by nobody.',
  ],
  [
    'frosty_phish',
    'Phishing with a link to "claim your snowballs". Whoever connects a wallet finds it melted by morning.',
  ],
  [
    'ponzi_penguin',
    'A ponzi on ice: pays the first penguins with the fish of the last ones, who are getting hungry.',
  ],
  [
    'grinch_capital',
    'Guarantees presents every day, for everybody, for ever. Stole the chimney when asked how.',
  ],
  [
    'tinsel_clone',
    'A copycat of an honest workshop: same tinsel, other wallet. Answers questions with a block.',
  ],
] as const;

/** Entries of the Nice List, newest first. */
export const nice = [
  [
    'honest_holly',
    'Found a bug worth a fortune, told the team at night, and asked for nothing but a thank-you card. A true hero.',
  ],
  [
    'patient_pine',
    'Explains wallets to grandparents for free, and is kind when they ask for the fourth time.',
  ],
  [
    'refund_robin',
    'Cancelled a sale and gave it all back, to the last lamport, before anybody had to ask. Generous to a fault.',
  ],
  [
    'warning_wren',
    'Reads every contract there is and warned the whole village before the bridge broke. A legend in wool socks.',
  ],
] as const;
