import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { blank, findAll, isAmount, type Span } from './plain-text.ts';

/** Groups of digits with separators, as phone numbers are written. */
const run =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\d@#$€£_.,:/-])[+(]{0,2}\d(?:\)?(?: ?[/-] ?|[ .])?\(?\d)*(?![\p{Script=Latin}\d_])/gu;

/** Chat links that contain a number. */
const link =
  /(?:\bwa\.me\/|\bwhatsapp\.com\/send\/?\?phone=|\bsignal\.me\/#p\/|\bt\.me\/(?=\+)|\bviber:\/\/\S{0,20}number=|\btel:)\+?\d[\d-]{6,16}/gi;
const url = /(?<![\w.-])(?:https?:\/\/[^\s\p{Script=Han}]+|[\w-]+(?:\.[\w-]+)+\/[^\s\p{Script=Han}]*)/giu;
const date =
  /(?<!\d[./-]?)(?:(?:19|20)\d\d([./-])\d{1,2}\1\d{1,2}|(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\2(?:20)?\d\d)(?!\d|[./-]\d)|(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?!\d)/g;
const compactDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/;

/** Words that announce a phone number within the next few characters. */
const announced = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${[
    'phone|telephone|mobile|cell(?:phone)?|call(?:s|ed|ing)?|ring|rang|dial|text(?:s|ed|ing)?|sms|whats ?app|viber|hotline|tel|wa|zap|hp',
    '(?:his|her|their|my|your|the scammers?) (?:\\w+ )?number',
    'handy(?:nummer)?|telefon(?:nummer)?|mobil(?:nummer)?|festnetz|ruft?|anruf\\p{L}*',
    'téléphone|portable|appel\\p{L}*',
    'teléfono|telefono|telefone|celular|cellulare|móvil|llam\\p{L}+|lig(?:ue|ar|ou)|chiam\\p{L}+',
    'телефон\\p{L}*|тел|звон\\p{L}+|позвон\\p{L}+',
    'telefonu|numara\\p{L}*|dzwoni\\p{L}*|bel(?:t|len)|ringer|điện thoại|sđt|telp|nomor',
  ].join('|')})(?!\p{L})|电话|手机|電話|携帯|전화|هاتف|جوال|واتساب|फोन|मोबाइल)[^\d\n]{0,24}$`,
  'iu',
);
/** Letters before a number that rule out a phone number. */
const otherNumber =
  /(?:block|slot|order|ticket|case|invoice|tracking|token|post|user|id|memo|ref\p{L}*)\p{P}? ?(?:number|no|nr)?[.:#]{0,2} ?$/iu;

/** Countries whose usual grouping suffices for a number without a country code. */
const countries: readonly CountryCode[] = [
  'US',
  'GB',
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'PL',
  'BR',
  'MX',
  'AR',
  'IN',
  'RU',
  'TR',
  'AU',
  'JP',
];

/**
 * Phone numbers: with a country code, announced by a word, beginning with 0, or in a country's grouping. Any other
 * plain digits may be an id or an amount.
 */
export function findPhoneNumbers(text: string): Span[] {
  const links = findAll(text, link);
  const readable = blank(text, [...links, ...findAll(text, url), ...findAll(text, date)]);
  return [...links, ...findAll(readable, run, (match) => isPhoneNumber(match, readable))];
}

function isPhoneNumber({ index, 0: candidate }: RegExpExecArray, text: string): boolean {
  const digits = candidate.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15 || compactDate.test(digits)) return false;
  const before = text.slice(Math.max(0, index - 40), index);
  if (isAmount(text.slice(index + candidate.length))) return false;
  if (candidate.startsWith('+')) return isPossible(candidate);
  if (otherNumber.test(before)) return false;
  if (/^00[1-9]/.test(candidate)) return isPossible(candidate.replace('00', '+'));
  if (announced.test(before))
    return (digits.length >= 8 && digits.length <= 13) || /^\d{3}-\d{4}$/.test(candidate);
  if (/^\(?0[1-9]/.test(candidate)) return digits.length >= 9 && digits.length <= 12;
  return isGrouped(candidate);
}

const isPossible = (number: string) => parsePhoneNumberFromString(number)?.isPossible() ?? false;

/** Whether the number is grouped as in one of the countries; groups of three are an amount. */
function isGrouped(candidate: string): boolean {
  const groups = candidate.match(/\d+/g) ?? [];
  if (groups.length === 1 || groups.slice(1).every(({ length }) => length === 3)) return false;
  return countries.some((country) => {
    const number = parsePhoneNumberFromString(candidate, country);
    if (!number?.isValid()) return false;
    const usual = number.formatNational().match(/\d+/g) ?? [];
    return usual.join(' ').replace(/^0/, '') === groups.join(' ').replace(/^1 /, '');
  });
}
