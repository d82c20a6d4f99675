import { countrySpecs, isValidIBAN } from 'ibantools';
import { findAll, isAmount, type Span } from './plain-text.ts';

const ibanStart = /(?<![A-Za-z\d])[A-Z]{2}\d{2} ?(?=[A-Z\d]{2})/gi;
const card =
  /(?<![\p{L}\d.,#@_/-])(?:[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([ -]?)\d{6}\2\d{5})(?![\p{Script=Latin}\d])/gu;
const account =
  /(?:\b(?:account|acct|routing|aba|clabe)\b\.? ?(?:number|num|no|nr|#)?|\bkontonummer|\bsort code)[:.]? (?:is |was |= ?)?\d[\d -]{4,22}\d(?![\p{Script=Latin}\d])/giu;

/** IBANs and card numbers by their checksums, account numbers by the word before them. */
export function findBankNumbers(text: string): Span[] {
  const ibans = [...text.matchAll(ibanStart)].flatMap(({ index }) => {
    const end = ibanEnd(text, index);
    return end && isValidIBAN(text.slice(index, end).replaceAll(' ', '').toUpperCase())
      ? [[index, end] as const]
      : [];
  });
  const cards = findAll(
    text,
    card,
    ({ 0: number, index }) => hasLuhnDigit(number) && !isAmount(text.slice(index + number.length)),
  );
  const accounts = findAll(
    text,
    account,
    ({ 0: number, index }) =>
      number.replace(/\D/g, '').length >= 6 && !isAmount(text.slice(index + number.length)),
  );
  return [...ibans, ...cards, ...accounts];
}

/** The end of the country's number of letters and digits. */
function ibanEnd(text: string, start: number): number | undefined {
  let missing = countrySpecs[text.slice(start, start + 2).toUpperCase()]?.chars ?? 0;
  for (let at = start; missing > 0 && at < text.length; at++) {
    if (/[A-Za-z\d]/.test(text.charAt(at))) missing--;
    else if (text.charAt(at) !== ' ') return undefined;
    if (missing === 0) return at + 1;
  }
  return undefined;
}

/** The check digit of card numbers (ISO/IEC 7812). */
function hasLuhnDigit(number: string): boolean {
  const digits = number.replace(/\D/g, '');
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const weighted = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** Unambiguous formats: SSN, CPF, codice fiscale. */
const unmistakable =
  /(?<![\p{L}\d.-])(?:(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}|\d{3}\.\d{3}\.\d{3}-\d{2}|[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z])(?![\p{L}\d-])/giu;
const documents = [
  'passport|passeport|pasaporte|passaporto|passaporte|paspoort|paszport\\p{L}*|pasaport|reisepass|паспорт\\p{L}*',
  'personalausweis\\p{L}*|ausweis\\p{L}*|führerschein\\p{L}*|identity card|national id|id card|id number',
  "carte d'identité|permis de conduire|cédula|dni|nie|cpf|codice fiscale|kimlik(?: no)?|pesel|bsn|снилс|инн|ktp|nik",
  "ssn|social security|national insurance|aadhaa?r|driver'?s? licen[cs]e|driving licen[cs]e|tax id",
].join('|');
const announced = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${documents})(?!\p{L})|护照|身份证|旅券|パスポート|여권|주민등록)[^\d\n#$]{0,28}?(?<![\p{L}\d])(?<number>(?:[A-Z]{1,3}-?)?\d[A-Z\d]{4,17}|\d{2,4}(?:[ -]\d{2,6}){1,4})(?![\p{Script=Latin}\d])`,
  'giu',
);

/** Numbers of passports, identity cards and similar documents. */
export function findDocumentNumbers(text: string): Span[] {
  return [
    ...findAll(text, unmistakable),
    ...findAll(text, announced, ({ 0: found, index, groups }) => {
      const digits = groups?.number?.replace(/\D/g, '') ?? '';
      return digits.length >= 5 && !isAmount(text.slice(index + found.length));
    }),
  ];
}
