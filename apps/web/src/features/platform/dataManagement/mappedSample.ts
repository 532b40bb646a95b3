import type { MappingSample } from '@carrara/contract/platform/mappingTemplate';
import { type Mapping, sameWords } from '@carrara/domain/platform/upload';

type Sheet = MappingSample['sheets'][number];

/** The sheet of a file that a mapping reads. */
export const sheetOf = ({ sheets }: MappingSample, { sheet }: Mapping): Sheet | undefined =>
  sheet === null ? sheets[0] : sheets.find(({ name }) => sameWords(name) === sameWords(sheet));

/** Its row of headings, and the rows below. */
export function rowsOf(sample: MappingSample, mapping: Mapping) {
  const rows = (sheetOf(sample, mapping)?.rows ?? []).filter(({ row }) => row >= mapping.firstRow);
  return { headings: rows[0], below: rows.slice(1) };
}

export const headingsOf = (sample: MappingSample | undefined, mapping: Mapping): readonly string[] =>
  sample
    ? (rowsOf(sample, mapping).headings?.cells ?? []).map(({ text }) => text.trim()).filter((text) => text !== '')
    : [];
