import type { Fields } from '@carrara/contract/core/fields';
import type { StatusValue } from '@carrara/contract/core/kinds';
import type { ReferenceEntry } from '@carrara/contract/platform/reference/reference';
import {
  type ReferenceType,
  referenceTypes,
  subTypesByType,
} from '@carrara/contract/platform/reference/referenceTypes';

const isReferenceType = (name: string | undefined): name is ReferenceType =>
  name !== undefined && Object.hasOwn(referenceTypes, name);

/** Returns the type that the address names; countries for an unknown one. */
export const displayedType = (name: string | undefined): ReferenceType => (isReferenceType(name) ? name : 'country');

/** Returns the categories of a type's entries. For document categories, these are the record types that they apply to. */
const optionsOf = (type: ReferenceType): readonly StatusValue[] =>
  (subTypesByType[type]?.codes ?? []).map((code) => ({
    code,
    description: code.charAt(0) + code.slice(1).toLowerCase(),
  }));

export function referenceFields(type: ReferenceType): Fields {
  const sorted = subTypesByType[type];
  return {
    code: { kind: 'code', title: 'Code', required: true },
    description: { kind: 'text', title: 'Description', required: true },
    ...(type === 'currency' ? { symbol: { kind: 'text', title: 'Symbol', max: 10 } } : {}),
    ...(sorted ? { subType: { kind: 'status', title: sorted.title, options: optionsOf(type), required: true } } : {}),
    displayOrder: { kind: 'count', title: 'Order', help: 'Smaller numbers come first.' },
  } satisfies Fields;
}

export function referenceColumns(type: ReferenceType) {
  const sorted = subTypesByType[type];
  return [
    { field: 'code', kind: 'code', title: 'Code' },
    { field: 'description', kind: 'text', title: 'Description' },
    ...(type === 'currency' ? [{ field: 'symbol', kind: 'text', title: 'Symbol' } as const] : []),
    ...(sorted ? [{ field: 'subType', kind: 'text', title: sorted.title } as const] : []),
    { field: 'displayOrder', kind: 'count', title: 'Order' },
  ] as const;
}

/** Matches an entry whose text contains the search, or equals it if it is in quotes. Case does not matter. */
export function matchesSearch({ code, description }: ReferenceEntry, search: string): boolean {
  const searchText = search.trim().toLowerCase();
  const texts = [code.toLowerCase(), description.toLowerCase()];
  const exact = /^"(.*)"$/.exec(searchText)?.[1];
  return exact === undefined ? texts.some((text) => text.includes(searchText)) : texts.includes(exact);
}

/** Returns an entry as its form needs it. */
export const typedEntry = (
  type: ReferenceType,
  entry: ReferenceEntry | undefined,
): Readonly<Record<string, unknown>> => ({
  displayOrder: 0,
  ...entry,
  subType: optionsOf(type).find(({ code }) => code === entry?.subType) ?? null,
});
