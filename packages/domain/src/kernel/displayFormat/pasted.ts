import { isRefusal, parseDecimalText } from '../typedNumber/index.ts';
import { type DateFormat, dateFormats, parseDay } from './dateFormat.ts';
import { type NumberFormat, numberFormats, toDefaultSigns } from './numberFormat.ts';

/** More decimals than any field has, so that only the signs decide. */
const manyDecimals = 20;

function numberIn(text: string, format: NumberFormat): string | null {
  const read = parseDecimalText(toDefaultSigns(text, format), manyDecimals);
  return isRefusal(read) ? null : read;
}

/**
 * Returns the texts of a paste that could mean two values.
 *
 * Rule: a text that only another format can read shows that the paste may be in that format. Then a text that both formats read, but as different
 * values, is unclear. A paste that the person's format reads completely is never unclear.
 */
function unclear<F extends string>(
  texts: readonly string[],
  own: F,
  formats: readonly F[],
  read: (text: string, format: F) => string | null,
): ReadonlySet<string> {
  const distinct = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
  const unreadable = distinct.filter((text) => read(text, own) === null);
  const others = formats.filter((format) => format !== own && unreadable.some((text) => read(text, format) !== null));
  return new Set(
    distinct.filter((text) => {
      const value = read(text, own);
      if (value === null) return false;
      return others.map((format) => read(text, format)).some((other) => other !== null && other !== value);
    }),
  );
}

/** Returns the pasted numbers that read differently in a number format that other pasted numbers need. */
export const unclearNumbers = (texts: readonly string[], own: NumberFormat): ReadonlySet<string> =>
  unclear(texts, own, numberFormats, numberIn);

/** Returns the pasted dates that read differently in a date format that other pasted dates need. */
export const unclearDays = (texts: readonly string[], own: DateFormat): ReadonlySet<string> =>
  unclear(texts, own, dateFormats, parseDay);
