import { type RecordType, recordTypes } from './recordTypes.ts';

type RecordTypes = typeof recordTypes;
export type RecordTypeName = keyof RecordTypes;
/** The kinds of record that say this of themselves. */
export type RecordTypeWith<A extends Partial<RecordType>> = {
  [T in RecordTypeName]: RecordTypes[T] extends A ? T : never;
}[RecordTypeName];

type IconOf<R> = R extends { readonly menu: { readonly icon: infer I } } ? I : never;
/** What is drawn beside the records of a menu. */
export type RecordIcon = IconOf<RecordTypes[RecordTypeName]>;

const all: Readonly<Record<string, RecordType>> = recordTypes;

/** Each kind of record with what is known of it. */
export const everyRecordType = Object.entries(all) as readonly (readonly [type: RecordTypeName, is: RecordType])[];
export const isRecordType = (type: string): type is RecordTypeName => Object.hasOwn(all, type);
/** What is known of a kind of record; undefined for what is none. */
export const recordTypeOf = (type: string): RecordType | undefined => (isRecordType(type) ? all[type] : undefined);

/** The table that holds the names of records of a kind. */
export const namesTable = ({ parent, table }: RecordType): string => parent ?? table;

/** As the live channel and the names of calls spell it: `vestingSchedule` is `VestingSchedule`. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What people call one of a kind within a sentence; a word that is written in capitals stays so. */
export function nounOf(type: string): string {
  const title = recordTypeOf(type)?.title ?? type;
  return /^[A-Z]{2}/.test(title) ? title : lowerFirst(title);
}

/** The address of a record, of a list of them, or undefined where they are shown nowhere. */
export function addressOf(type: string, id: string, containerId?: string | null): string | undefined {
  const address = recordTypeOf(type)?.address;
  if (address === undefined || (address.includes(':containerId') && !containerId)) return undefined;
  return address.replace(':containerId', containerId ?? '').replace(':id', id);
}
