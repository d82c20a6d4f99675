export type Captcha = { left: number; operator: '+' | '-' | '*'; right: number };

/** A new sum: 1-20 + 1-20, 10-29 - 1-10, or 1-10 * 1-10. `random` returns a number in [0, 1). */
export function makeCaptcha(random: () => number = Math.random): Captcha {
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const makers = [
    (): Captcha => ({ operator: '+', left: between(1, 20), right: between(1, 20) }),
    (): Captcha => ({ operator: '-', left: between(10, 29), right: between(1, 10) }),
    (): Captcha => ({ operator: '*', left: between(1, 10), right: between(1, 10) }),
  ];
  const maker = makers[between(0, makers.length - 1)] ?? makers[0];
  return maker ? maker() : { operator: '+', left: 1, right: 1 };
}

export function captchaAnswer({ left, operator, right }: Captcha): number {
  if (operator === '+') return left + right;
  return operator === '-' ? left - right : left * right;
}

/** Whether the typed text is the sum's answer; false unless it is a whole number. */
export function isCorrect(captcha: Captcha, typed: string): boolean {
  const text = typed.trim();
  return /^[+-]?\d+$/.test(text) && Number(text) === captchaAnswer(captcha);
}
