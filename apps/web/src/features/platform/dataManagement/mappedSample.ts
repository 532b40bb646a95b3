import type { MappingSample } from '@carrara/contract/platform/upload/mappingTemplate';
import { guessConventions, type ImportFields, type Mapping, sameText } from '@carrara/domain/platform/upload';

type Sheet = MappingSample['sheets'][number];

/** Returns the sheet of a file that a mapping reads. */
export const findSheet = ({ sheets }: MappingSample, { sheet }: Mapping): Sheet | undefined =>
  sheet === null ? sheets[0] : sheets.find(({ name }) => sameText(name) === sameText(sheet));

/** Returns the row of headings and the rows below it. */
export function mappedRows(sample: MappingSample, mapping: Mapping) {
  const rows = (findSheet(sample, mapping)?.rows ?? []).filter(({ row }) => row >= mapping.firstRow);
  return { headings: rows[0], below: rows.slice(1) };
}

/** Guesses a mapping from the first rows of a file. */
export function guessedMapping(sample: MappingSample, mapping: Mapping, fields: ImportFields): Mapping {
  const sheet = findSheet(sample, mapping);
  const written = { ...mapping, ...(sheet ? guessConventions(sheet) : {}) };
  return { ...written, columns: guessedColumns(sample, written, fields) };
}

/** Returns the columns whose titles match headings of the file. */
export function guessedColumns(sample: MappingSample, mapping: Mapping, fields: ImportFields): Mapping['columns'] {
  const headings = listHeadings(sample, mapping);
  return Object.entries(fields).flatMap(([field, { title }]) => {
    const heading = headings.find((candidate) => sameText(candidate) === sameText(title));
    return heading === undefined ? [] : [{ heading, field }];
  });
}

export const listHeadings = (sample: MappingSample | undefined, mapping: Mapping): readonly string[] =>
  sample
    ? (mappedRows(sample, mapping).headings?.cells ?? []).map(({ text }) => text.trim()).filter((text) => text !== '')
    : [];
