import { fileNotReadable, type ReadLimits, Refusal, tooLarge } from './limits.ts';
import type { Package } from './package.ts';
import { readXml } from './xml.ts';

/** How a number format displays a number: as a date, a percentage (0.2 is 20%), or a plain number. */
type NumberStyle = 'date' | 'percent' | 'plain';

/** Locations of a workbook's parts, and the number formats of its styles. */
export interface WorkbookParts {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly counts1904: boolean;
  /** Number format by the style index of a cell. */
  readonly styles: readonly NumberStyle[];
  readonly sharedStrings: readonly string[];
}

const resolvePart = (folder: string, target: string): string => {
  const whole = target.startsWith('/') ? target.slice(1) : `${folder}/${target}`;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
};

async function relationsOf(pack: Package, part: string, folder: string) {
  const relations = new Map<string, { type: string; part: string }>();
  if (pack.has(part)) {
    await readXml(pack, part, {
      open: (name, { Id, Type, Target, TargetMode }) => {
        if (name !== 'Relationship' || TargetMode === 'External' || !Id || !Target) return;
        relations.set(Id, { type: (Type ?? '').split('/').at(-1) ?? '', part: resolvePart(folder, Target) });
      },
    });
  }
  return relations;
}

const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const BUILT_IN_PERCENTAGES = new Set([9, 10]);
const styleOf = (id: number, code: string | undefined): NumberStyle => {
  if (code === undefined) {
    if (BUILT_IN_PERCENTAGES.has(id)) return 'percent';
    return BUILT_IN_DATES.has(id) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'plain';
  }
  const visible = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '');
  if (visible.includes('%')) return 'percent';
  return /[dmyhs]/i.test(visible) && !/general/i.test(visible) ? 'date' : 'plain';
};

async function numberStylesOf(pack: Package, part: string | undefined): Promise<NumberStyle[]> {
  if (!part || !pack.has(part)) return [];
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let inCells = false;
  await readXml(pack, part, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(styleOf(id, codes.get(id)));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
const HALF_CHARACTER = /\p{Surrogate}/u;
/**
 * Decodes Excel's escapes for characters that XML can't represent. If the result has characters that no database can
 * store, a NUL or a lone surrogate, the text stays as it is.
 */
export const decodeEscapes = (text: string): string => {
  const plain = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return plain.includes('\u0000') || HALF_CHARACTER.test(plain) ? text : plain;
};

async function sharedStringsOf(pack: Package, part: string | undefined): Promise<string[]> {
  if (!part || !pack.has(part)) return [];
  const strings: string[] = [];
  let text = '';
  let reading = false;
  let phonetic = false;
  await readXml(pack, part, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      reading = name === 't' && !phonetic;
    },
    text: (part_) => {
      if (reading) text += part_;
    },
    close: (name) => {
      if (name === 't') reading = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') strings.push(decodeEscapes(text));
    },
  });
  return strings;
}

/** Finds the sheets, styles and shared texts of a workbook. Fails: FILE_NOT_READABLE, FILE_TOO_LARGE. */
export async function readParts(pack: Package, limits: ReadLimits): Promise<WorkbookParts> {
  const roots = await relationsOf(pack, '_rels/.rels', '');
  const main = [...roots.values()].find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!pack.has(main)) throw new Refusal(fileNotReadable('The file isn’t an Excel workbook (.xlsx).'));
  const folder = main.slice(0, Math.max(main.lastIndexOf('/'), 0));
  const relations = await relationsOf(pack, `${folder}/_rels/${main.slice(folder.length + 1)}.rels`, folder);
  const byType = (relationType: string) => [...relations.values()].find(({ type }) => type === relationType)?.part;
  const sheets: { name: string; part: string }[] = [];
  let counts1904 = false;
  await readXml(pack, main, {
    open: (name, attributes) => {
      if (name === 'workbookPr') counts1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      if (name !== 'sheet') return;
      const target = relations.get(attributes.id ?? '');
      if (target?.type !== 'worksheet') return;
      if (sheets.some(({ part }) => part === target.part))
        throw new Refusal(
          fileNotReadable(
            'The file is damaged: two of its sheets are the same part. Save it again in Excel and upload it.',
          ),
        );
      sheets.push({ name: attributes.name ?? '', part: target.part });
    },
  });
  if (sheets.length > limits.maxSheets) {
    throw new Refusal(tooLarge(`The workbook has ${sheets.length} sheets. The limit is ${limits.maxSheets}.`));
  }
  return {
    sheets,
    counts1904,
    styles: await numberStylesOf(pack, byType('styles')),
    sharedStrings: await sharedStringsOf(pack, byType('sharedStrings')),
  };
}
