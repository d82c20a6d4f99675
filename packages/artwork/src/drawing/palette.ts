/** The colours of all pictures: those of the web app's theme, with a shadow tone beside each. */
export const ink = '#1d1410';
export const night = ['#06151a', '#0a1e24', '#0f2a31', '#173b43', '#2b5660', '#7fa3a8'] as const;
export const snow = '#f4f8f5';
export const snowShade = '#bcd0d0';
export const parchment = '#f6ead0';
const parchmentShade = '#dcc591';
export const cranberry = '#b3213a';
export const cranberryShade = '#7f1326';
export const pine = '#2f7a45';
export const pineShade = '#17492a';
export const gold = '#f4b63f';
export const goldShade = '#b9791a';
export const flame = '#ffe7b0';
export const skin = '#f3c79f';
const skinShade = '#d99a70';
export const goblin = '#93b04a';
export const goblinShade = '#5d7b2c';
export const wood = '#7d4d2b';
export const woodShade = '#553018';
export const fur = '#9a643a';
export const furShade = '#6d4225';
export const coal = '#2e2c33';
const coalShade = '#17161b';
export const stone = '#6f7f84';
const stoneShade = '#4b585d';
export const mittenBlue = '#3f7f92';
const mittenBlueShade = '#25566a';

const shades: Readonly<Record<string, string>> = {
  [snow]: snowShade,
  [parchment]: parchmentShade,
  [cranberry]: cranberryShade,
  [pine]: pineShade,
  [gold]: goldShade,
  [skin]: skinShade,
  [goblin]: goblinShade,
  [wood]: woodShade,
  [fur]: furShade,
  [coal]: coalShade,
  [stone]: stoneShade,
  [mittenBlue]: mittenBlueShade,
};

/** The tone of a colour on the side away from the candle, or undefined if it stays flat. */
export function shadeOf(colour: string): string | undefined {
  return shades[colour];
}
