export const numberFormats = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const;
export type NumberFormat = (typeof numberFormats)[number];

interface Separators {
  readonly group: string;
  readonly point: string;
  /** Their names in a message about a number that can't be read. */
  readonly names: string;
}

/** A space that doesn't break, so that no amount wraps. */
const space = '\u00a0';

const separatorsOf: Readonly<Record<NumberFormat, Separators>> = {
  '1,234.56': { group: ',', point: '.', names: 'commas for thousands (1,234) and a point for decimals (1.5)' },
  '1.234,56': { group: '.', point: ',', names: 'points for thousands (1.234) and a comma for decimals (1,5)' },
  '1 234,56': { group: space, point: ',', names: 'spaces for thousands (1 234) and a comma for decimals (1,5)' },
  "1'234.56": { group: "'", point: '.', names: "apostrophes for thousands (1'234) and a point for decimals (1.5)" },
};

export const separators = (format: NumberFormat): Separators => separatorsOf[format];

/** For each format, the sign in default text that stands for each typed sign. One to one, so that typed text can be shown again. */
const toDefault: Readonly<Record<NumberFormat, Readonly<Record<string, string>>>> = {
  '1,234.56': {},
  '1.234,56': { '.': ',', ',': '.' },
  // Spaces group thousands in every format. A typed point becomes an apostrophe, which no number has, so it is refused.
  '1 234,56': { ',': '.', '.': "'", "'": ',' },
  "1'234.56": { "'": ',', ',': "'" },
};

const toPersonal = Object.fromEntries(
  Object.entries(toDefault).map(([format, signs]) => [
    format,
    Object.fromEntries(Object.entries(signs).map(([typed, text]) => [text, typed])),
  ]),
) as typeof toDefault;

const replaceSigns = (text: string, signs: Readonly<Record<string, string>>): string =>
  text.replace(/[.,']/g, (sign) => signs[sign] ?? sign);

/** Converts a number that a person typed or pasted to the signs of the default format, which `parseDecimalText` reads. Changes no digit. */
export const toDefaultSigns = (typed: string, format: NumberFormat): string =>
  replaceSigns(typed.replaceAll('’', "'"), toDefault[format]);

/** Converts text with the signs of the default format to the person's. Reverses `toDefaultSigns`. */
export const toPersonalSigns = (text: string, format: NumberFormat): string => replaceSigns(text, toPersonal[format]);

/** Formats a plain decimal, such as `1234567.5`, with the thousands and decimal signs of a format. */
export function formatPlain(plain: string, format: NumberFormat): string {
  const { group, point } = separatorsOf[format];
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction ? `${grouped}${point}${fraction}` : grouped;
}
