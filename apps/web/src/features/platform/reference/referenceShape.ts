import type { Fields } from '@carrara/contract/core/fields';
import type { StatusValue } from '@carrara/contract/core/kinds';
import type { ReferenceEntry } from '@carrara/contract/platform/reference';
import { type ReferenceType, referenceTypes, subTypesOf } from '@carrara/contract/platform/referenceTypes';

export const isReferenceType = (name: string | undefined): name is ReferenceType =>
  name !== undefined && Object.hasOwn(referenceTypes, name);

/** The type that an address shows; countries where it names none that there is. */
export const shownType = (name: string | undefined): ReferenceType => (isReferenceType(name) ? name : 'country');

/** What the entries of a type are sorted into: of a category of documents the kinds of record that it is for. */
const optionsOf = (type: ReferenceType): readonly StatusValue[] =>
  (subTypesOf[type]?.codes ?? []).map((code) => ({ code, description: code.charAt(0) + code.slice(1).toLowerCase() }));

export function fieldsOf(type: ReferenceType): Fields {
  const sorted = subTypesOf[type];
  return {
    code: { kind: 'code', title: 'Code', required: true },
    description: { kind: 'text', title: 'Description', required: true },
    ...(type === 'currency' ? { symbol: { kind: 'text', title: 'Symbol', max: 10 } } : {}),
    ...(sorted ? { subType: { kind: 'status', title: sorted.title, options: optionsOf(type), required: true } } : {}),
    displayOrder: { kind: 'count', title: 'Order', help: 'Smaller numbers come first.' },
  } satisfies Fields;
}

export function columnsOf(type: ReferenceType) {
  const sorted = subTypesOf[type];
  return [
    { field: 'code', kind: 'code', title: 'Code' },
    { field: 'description', kind: 'text', title: 'Description' },
    ...(type === 'currency' ? [{ field: 'symbol', kind: 'text', title: 'Symbol' } as const] : []),
    ...(sorted ? [{ field: 'subType', kind: 'text', title: sorted.title } as const] : []),
    { field: 'displayOrder', kind: 'count', title: 'Order' },
  ] as const;
}

/** In quotes: exactly that text; otherwise any entry that contains it. Case never matters. */
export function matches({ code, description }: ReferenceEntry, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const texts = [code.toLowerCase(), description.toLowerCase()];
  const exact = /^"(.*)"$/.exec(wanted)?.[1];
  return exact === undefined ? texts.some((text) => text.includes(wanted)) : texts.includes(exact);
}

/** An entry as its form holds it. */
export const typedEntry = (
  type: ReferenceType,
  entry: ReferenceEntry | undefined,
): Readonly<Record<string, unknown>> => ({
  displayOrder: 0,
  ...entry,
  subType: optionsOf(type).find(({ code }) => code === entry?.subType) ?? null,
});
