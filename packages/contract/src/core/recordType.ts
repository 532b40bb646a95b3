import { recordTypes } from './registry.ts';
import type { RecordType } from '../manifests/manifest.ts';

type RecordTypes = typeof recordTypes;
export type RecordTypeName = keyof RecordTypes;
/** The kinds of records with these properties. */
export type RecordTypeWith<A extends Partial<RecordType>> = {
  [T in RecordTypeName]: RecordTypes[T] extends A ? T : never;
}[RecordTypeName];

type IconOf<R> = R extends { readonly menu: { readonly icon: infer I } } ? I : never;
/** The icons of records in a menu. */
export type RecordIcon = IconOf<RecordTypes[RecordTypeName]>;

const all: Readonly<Record<string, RecordType>> = recordTypes;

/** Every kind of record with its properties. */
export const everyRecordType = Object.entries(all) as readonly (readonly [type: RecordTypeName, is: RecordType])[];
export const isRecordType = (type: string): type is RecordTypeName => Object.hasOwn(all, type);
/** Returns the properties of a kind of record; undefined if it isn't one. */
export const findRecordType = (type: string): RecordType | undefined => (isRecordType(type) ? all[type] : undefined);

/** Returns the table with the names of the kind's records. */
export const nameTable = ({ parent, table }: RecordType): string => parent ?? table;

/** Converts a name to the spelling of live updates and call names: `vestingSchedule` becomes `VestingSchedule`. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the noun for a kind within a sentence. An acronym keeps its capitals. */
export function recordNoun(type: string): string {
  const title = findRecordType(type)?.title ?? type;
  return /^[A-Z]{2}/.test(title) ? title : lowerFirst(title);
}

/** Returns the address of a record; undefined if it has no screen. */
export function recordAddress(type: string, id: string, containerId?: string | null): string | undefined {
  const address = findRecordType(type)?.address;
  if (address === undefined || (address.includes(':containerId') && !containerId)) return undefined;
  return address.replace(':containerId', containerId ?? '').replace(':id', id);
}
