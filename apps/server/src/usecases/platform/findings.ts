import { maxChangesReported, maxErrorsStored } from '@carrara/contract/platform/upload/upload';
import { displayedDate } from '@carrara/domain/kernel';
import { firstErrors, rowReason } from '@carrara/domain/platform/upload';
import { createHash } from 'node:crypto';
import type { PlannedChange, PlannedImport } from './importer.ts';

const day = /\b\d{4}-\d{2}-\d{2}\b/g;
/** Formats a value as the firm writes it: dates as MM/dd/yyyy, numbers with thousands separators and all digits. */
const written = (value: string | null, isNumber: boolean | undefined): string | null => {
  if (value === null || !isNumber) return value?.replace(day, displayedDate) ?? null;
  const [whole = '', ...decimals] = value.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
};
/** Returns true for a change of a number with decimals. Digits alone can be a code or a year. */
const areDecimals = (values: readonly (string | null)[]): boolean =>
  values.some((value) => value?.includes('.')) &&
  values.every((value) => value === null || /^-?\d+(\.\d+)?$/.test(value));
const display = ({ isNumber, record, before, after, ...change }: PlannedChange) => {
  const isFigure = isNumber ?? areDecimals([before, after]);
  return {
    ...change,
    record: record.replace(day, displayedDate),
    before: written(before, isFigure),
    after: written(after, isFigure),
  };
};

/** Returns a digest of a plan that doesn't depend on the order of its parts, nor on records that only Overwrite removes. */
const digestOf = ({ effects, notes, warnings, changes, conflict, sums, versions }: PlannedImport): string => {
  const texts = [effects, notes, warnings, changes, sums ?? [], versions ?? []].map((items) =>
    items.map((item: unknown) => JSON.stringify(item)).sort(),
  );
  return createHash('sha256')
    .update(JSON.stringify([texts, conflict?.changed ?? 0]))
    .digest('hex');
};

/**
 * Returns the stored part of a check's findings. If there are very many changes or errors, only the first ones are
 * listed, with the number of all or of the others.
 */
export const importFindings = (plan: PlannedImport) => {
  const { effects, sums, errors, notes, warnings, changes, conflict, figures } = plan;
  return {
    conflict: conflict ?? null,
    figures: figures ?? [],
    effects: [...effects],
    sums: [...(sums ?? [])],
    errors: firstErrors(errors, maxErrorsStored).map((error) => ({ ...error, reason: rowReason(error) })),
    notes: [...notes],
    warnings: [...warnings],
    changes: changes.slice(0, maxChangesReported).map(display),
    numberOfChanges: changes.length,
    digest: digestOf(plan),
  };
};
export type Findings = ReturnType<typeof importFindings>;
