import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { required } from '@carrara/domain/kernel';

/** Font weights used in documents. */
export type Weight = 'regular' | 'bold';

const require = createRequire(import.meta.url);

/** A font family with one file per weight. */
interface WholeFamily {
  readonly name: string;
  readonly files: Readonly<Record<Weight, string>>;
}
/**
 * A font family of some ten thousand glyphs, split into files of a few hundred each. The weight is set as a variation
 * of the file.
 */
interface SlicedFamily {
  readonly name: string;
  readonly source: string;
}
export const fontWeights: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };

const expo = (name: string, folder: string): WholeFamily => {
  const file = (weight: string) => `@expo-google-fonts/${folder}/${weight}/${name.replaceAll(' ', '')}_${weight}.ttf`;
  return { name, files: { regular: file('400Regular'), bold: file('600SemiBold') } };
};
/** Families in the order in which they are searched for a letter. */
export const wholeFamilies: readonly WholeFamily[] = [
  expo('Inter', 'inter'),
  expo('Noto Sans Hebrew', 'noto-sans-hebrew'),
  // Not Noto: it splits letters into a shape and dots, so text copied from a document would contain other letters.
  expo('IBM Plex Sans Arabic', 'ibm-plex-sans-arabic'),
  expo('Noto Sans Thai', 'noto-sans-thai'),
];
/** Searched last. It looks plain but covers many rare scripts. */
export const lastFamily: WholeFamily = {
  name: 'DejaVu',
  files: { regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf', bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' },
};
const simplified: SlicedFamily = { name: 'Noto Sans SC', source: 'noto-sans-sc' };
const traditional: SlicedFamily = { name: 'Noto Sans TC', source: 'noto-sans-tc' };
const japanese: SlicedFamily = { name: 'Noto Sans JP', source: 'noto-sans-jp' };
const korean: SlicedFamily = { name: 'Noto Sans KR', source: 'noto-sans-kr' };

/**
 * Returns the East Asian families in the order to try. Chinese characters are drawn slightly differently in each
 * language, and the surrounding text shows which one is meant.
 */
export function eastAsianFamilies(text: string): readonly SlicedFamily[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [japanese, simplified, traditional, korean];
  if (/\p{Script=Hangul}/u.test(text)) return [korean, simplified, traditional, japanese];
  return [simplified, traditional, japanese, korean];
}

export const fontPath = (file: string): string => require.resolve(file);
export const sliceFile = ({ source }: SlicedFamily, slice: string): string =>
  fontPath(`@fontsource-variable/${source}/files/${source}-${slice}-wght-normal.woff2`);

interface Span {
  readonly from: number;
  readonly to: number;
  readonly slice: string;
}
const spans = new Map<string, readonly Span[]>();

function spansOf({ source }: SlicedFamily): readonly Span[] {
  const cached = spans.get(source);
  if (cached) return cached;
  const table = JSON.parse(readFileSync(fontPath(`@fontsource-variable/${source}/unicode.json`), 'utf8')) as Readonly<
    Record<string, string>
  >;
  const read = Object.entries(table).flatMap(([key, ranges]) => {
    // Skips named slices such as 'latin' and 'cyrillic', which the families before cover.
    const slice = /^\[(\d+)\]$/.exec(key)?.[1];
    if (slice === undefined) return [];
    return ranges.split(',').map((range): Span => {
      const [from, to = from] = range
        .trim()
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16)) as [number, number?];
      return { from, to, slice };
    });
  });
  read.sort((a, b) => a.from - b.from);
  spans.set(source, read);
  return read;
}

/** Returns the slice of a family that contains a letter. Undefined if none does. */
export function findSlice(family: SlicedFamily, codePoint: number): string | undefined {
  const all = spansOf(family);
  let [low, high] = [0, all.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = required(all[middle], 'a slice of the font');
    if (codePoint < span.from) high = middle - 1;
    else if (codePoint > span.to) low = middle + 1;
    else return span.slice;
  }
  return undefined;
}
