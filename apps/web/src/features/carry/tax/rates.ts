import { valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import { defineFields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { checkTaxTerms } from '@carrara/domain/carry/tax';

type Values = Readonly<Record<string, unknown>>;

/** A rate in the form. The characterization is a reference, so that it can be chosen. */
export const rateFields = defineFields({
  characterization: {
    kind: 'reference',
    target: 'reference:tax-characterization',
    title: 'Tax characterization',
    required: true,
  },
  taxRate: { kind: 'percent', title: 'Rate %', required: true },
  isInactive: { kind: 'boolean', title: 'Archived' },
});

interface StoredRate {
  readonly id: string;
  readonly name: string;
  readonly taxCharacterizationId: string;
  readonly taxRate: string;
  readonly isInactive: boolean;
}
const storedRates = (record: Values | undefined): readonly StoredRate[] =>
  (record?.['taxProfileRates'] as readonly StoredRate[] | undefined) ?? [];

export const typedRates = (record: Values | undefined): readonly Values[] =>
  storedRates(record).map(({ taxCharacterizationId, name, ...rate }) => ({
    ...rate,
    characterization: { id: taxCharacterizationId, name },
  }));

/** Returns the rates of a stored profile in the form in which they are sent back unchanged. */
export const savedRates = (record: Values) =>
  storedRates(record).map(({ id, taxCharacterizationId, taxRate, isInactive }) => ({
    id,
    taxCharacterizationId,
    taxRate,
    isInactive,
  }));

export const ratesToSave = (rows: readonly Values[]) =>
  rows
    .filter((row) => row['characterization'])
    .map((row) => ({
      ...(row['id'] ? { id: row['id'] } : {}),
      taxCharacterizationId: (row['characterization'] as Reference).id,
      taxRate: valuesToSave(rateFields, row)['taxRate'] ?? '0',
      isInactive: row['isInactive'] === true,
    }));

/** Returns the reason why the rates can't be saved: none, a missing percentage, or a duplicate characterization. */
export function ratesError(rows: readonly Values[]): string | undefined {
  const chosen = rows.flatMap((row) => (row['characterization'] ? [(row['characterization'] as Reference).id] : []));
  const terms = { subjectToCharacterization: true, taxRate: null, characterizationIds: chosen };
  const [refused] = checkTaxTerms(terms);
  if (refused?.code === 'TAX_RATES_REQUIRED') return refused.detail;
  if (rows.some((row) => row['characterization'] && !String(row['taxRate'] ?? '').trim()))
    return 'Enter a rate for each tax characterization.';
  return refused && 'Each tax characterization can have only one rate.';
}
