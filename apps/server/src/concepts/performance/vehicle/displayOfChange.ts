import { toSentence } from '@carrara/contract/actions';
import { figureColumns, isPeriodFigure } from '@carrara/contract/performance/period/periodFigures';
import type { ChangeDisplay } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import type { Column, Field } from '@carrara/contract/core/fields';
import { fundFields } from '@carrara/contract/portfolio/fund';
import { calendarDate, displayedDate } from '@carrara/domain/kernel';
import { type EntryType, entryTypeCodes, entryTypeRule } from '@carrara/domain/performance/ledger';
import type { PackageChange } from '@carrara/domain/platform/dataTransfer';
import { reportedFields } from '../../../usecases/performance/transferredHoldings.ts';

const numbers = ['money', 'return', 'multiple', 'percent'] as const;
const displayOf = ({ title, kind }: Pick<Column, 'title' | 'kind'>): ChangeDisplay => ({
  title,
  valueKind: numbers.find((number) => number === kind) ?? 'text',
});
const record: Readonly<Record<string, Field>> = fundFields;
const metrics: Readonly<Record<string, Field>> = { ...reportedFields.company, ...reportedFields.holding };

/** Formats an entry's code and date, such as `CALL-INV 2026-06-01`. */
function entryTitle(kind: string): string {
  const [code = '', date = ''] = kind.split(' ');
  return isEntryType(code) ? `${entryTypeRule(code).title} ${displayedDate(calendarDate(date))}` : kind;
}
const isEntryType = (code: string): code is EntryType => entryTypeCodes.some((entryTypeCode) => entryTypeCode === code);

/**
 * Returns how a difference between two packages is displayed. Null for ids, and for fields that only say how figures
 * were computed.
 */
export function displayOfChange({ kind, item: changed }: Pick<PackageChange, 'kind' | 'item'>): ChangeDisplay | null {
  if (kind === 'entry') return { title: entryTitle(changed), valueKind: 'money' };
  const fields: Readonly<Record<string, Field>> = { record, holding: metrics, figure: {} }[kind];
  const own = Object.hasOwn(fields, changed) ? fields[changed] : undefined;
  const field = own ?? (kind !== 'record' && isPeriodFigure(changed) && figureColumns(changed)[0]);
  if (field) return displayOf(field);
  return kind === 'figure' ? null : { title: toSentence(changed), valueKind: 'text' };
}
