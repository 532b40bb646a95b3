import { formatPlain } from '@carrara/domain/kernel/displayFormat';
import { formatDate } from './formatDate.ts';
import { personalFormats } from './personalFormats.ts';

/** Formats the dates and numbers in a text of the API, such as 'End value: 9100000.00', for the person: `06/28/2026`, `9,100,000.00`. */
export const writtenText = (text: string): string =>
  text
    .replace(/(?<![\d.])\d{4,}\.\d+|(?<![\w.])\d{1,3}\.\d+(?![\w.])|^-?\d{5,}$/g, (number) =>
      formatPlain(number, personalFormats().numberFormat),
    )
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDate);
