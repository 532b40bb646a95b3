import { everyRecordType, type RecordTypeName, type RecordTypeWith } from '@carrara/contract/core/recordType';
import { tableManifests } from '../../tables/all.ts';
import { carry } from '../../tables/carry.ts';
import { compensation } from '../../tables/compensation.ts';
import { people } from '../../tables/people.ts';
import { performance } from '../../tables/performance.ts';
import { platform } from '../../tables/platform.ts';
import { portfolio } from '../../tables/portfolio.ts';
import { type Parts, rows, type TableManifest } from '../../tables/tableManifest.ts';

/** Parts that follow from the type: its own row, its parent's row, and its child rows. */
const plain = Object.fromEntries(
  everyRecordType
    .filter(([, { isSeparate }]) => !isSeparate)
    .map(([type, { table, parent, rows: own = {} }]): [string, Parts] => [
      type,
      [rows(table), ...(parent ? [rows(parent)] : []), ...Object.values(own).map((name) => rows(name, `${table}_id`))],
    ]),
) as Readonly<Record<Exclude<RecordTypeName, RecordTypeWith<{ readonly isSeparate: true }>>, Parts>>;

/** The tables of every record type, by the object type of its audit entries. */
export const recordTables = {
  ...plain,
  ...platform.records,
  ...people.records,
  ...portfolio.records,
  ...carry.records,
  ...performance.records,
  ...compensation.records,
} as const satisfies Readonly<Record<string, Parts>>;

export type RecordType = keyof typeof recordTables;

/** Returns the tables of a record type, the one that holds the record first. */
export const recordParts = (type: RecordType): Parts => recordTables[type];
/** Returns the tables whose rows are records: the first one, and those whose rows can stand alone. */
export const rootTables = (type: RecordType): Parts => {
  const [root, ...parts] = recordParts(type);
  return [root, ...parts.filter(({ alone }) => alone)];
};
export const isRecordType = (type: string): type is RecordType => Object.hasOwn(recordTables, type);
export const recordTypes = Object.keys(recordTables) as readonly RecordType[];

/** Tables that no figure, approval or permission depends on, or that are checked in another way, with the reason. */
export const unrecordedTables: Readonly<Record<string, string>> = Object.fromEntries(
  tableManifests.flatMap((manifest: TableManifest) => Object.entries(manifest.unrecorded ?? {})),
);
