import { entriesByCode } from '@carrara/adapters/postgres/performance/transfer/transferMetrics';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Fields } from '@carrara/contract/core/fields';
import type { FactDifference } from '@carrara/domain/performance/transfer';
import type { TransferredFacts } from '@carrara/domain/platform/dataTransfer';

type Fact = TransferredFacts[string];
type Values = Readonly<Record<string, unknown>>;
interface Entry {
  readonly code?: string;
}
export type OwnEntries = Awaited<ReturnType<typeof entriesByCode>>;

const referenceType = ({ kind, target: type }: Fields[string]) =>
  kind === 'reference' || kind === 'referenceList' ? type?.slice('reference:'.length) : undefined;

/** Returns this firm's reference entries for some fields, by code. */
export const entriesFor = (tx: Transaction, fields: Fields): Promise<OwnEntries> =>
  entriesByCode(tx, [...new Set(Object.values(fields).flatMap((field) => referenceType(field) ?? []))]);

/** Returns stored values in the form for another firm: reference entries by code, lists sorted and null if empty. */
export const factsOfFields = (fields: Fields, values: Values): TransferredFacts =>
  mapFields(fields, (name, { kind }): Fact => {
    const value = values[name] ?? null;
    if (kind === 'reference') return (value as Entry | null)?.code ?? null;
    return kind === 'referenceList' ? listOf((value ?? []) as Entry[]) : (value as Fact);
  });

const listOf = (entries: readonly Entry[]): Fact =>
  entries.length === 0 ? null : entries.flatMap(({ code }) => code ?? []).sort();

/** Returns the facts that can be stored here. Reference entries that this firm doesn't have are left out. */
export const storableFacts = (fields: Fields, facts: TransferredFacts, entries: OwnEntries): TransferredFacts =>
  mapFields(fields, (name, field): Fact => {
    const type = referenceType(field);
    const fact = facts[name] ?? null;
    if (type === undefined || fact === null) return fact;
    const codes = [fact].flat().filter((code) => entries.get(type)?.has(String(code)));
    if (codes.length === 0) return null;
    return field.kind === 'referenceList' ? codes.map(String) : fact;
  });

/** Returns facts as values to store. */
export const valuesOfFacts = (fields: Fields, facts: TransferredFacts, entries: OwnEntries): Values =>
  mapFields(fields, (name, field) => {
    const type = referenceType(field);
    const fact = facts[name] ?? null;
    if (type === undefined) return fact;
    const ids = [fact ?? []].flat().map((code) => entries.get(type)?.get(String(code)));
    const references = ids.flatMap((id) => (id === undefined ? [] : [{ id }]));
    return field.kind === 'referenceList' ? references : (references[0] ?? null);
  });

/** Returns one side of differences as text. */
export const differenceText = (
  fields: Fields,
  differences: readonly FactDifference[],
  side: 'mine' | 'theirs',
): string =>
  differences
    .map((difference) => {
      const fact = difference[side];
      const text = fact === null ? 'nothing' : [fact].flat().join(', ');
      return `${fields[difference.field]?.title ?? difference.field}: ${text}`;
    })
    .join('; ');

const mapFields = <T>(fields: Fields, map: (name: string, field: Fields[string]) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(name, field)]));
