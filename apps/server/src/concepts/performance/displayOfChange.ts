import { wordsOf } from '@carrara/contract/deeds';
import { figureColumns, isPeriodFigure } from '@carrara/contract/performance/periodFigures';
import type { ChangeDisplay } from '@carrara/contract/platform/dataTransfer';
import type { Column, Field } from '@carrara/contract/core/fields';
import type { PackageChange } from '@carrara/domain/platform/dataTransfer';
import { toldFields } from './transferredHoldings.ts';

const numbers = ['money', 'return', 'multiple', 'percent'] as const;
const displayOf = ({ title, kind }: Pick<Column, 'title' | 'kind'>): ChangeDisplay => ({
  title,
  valueKind: numbers.find((one) => one === kind) ?? 'text',
});
const metrics: Readonly<Record<string, Field>> = { ...toldFields.company, ...toldFields.holding };

/**
 * Returns how a difference between two packages is displayed. Null for ids, and for fields that only say how figures
 * were computed.
 */
export function displayOfChange({ kind, what }: Pick<PackageChange, 'kind' | 'what'>): ChangeDisplay | null {
  if (kind === 'entry') return { title: what, valueKind: 'money' };
  const field = (kind === 'holding' ? metrics[what] : undefined) ?? (isPeriodFigure(what) && figureColumns(what)[0]);
  if (field) return displayOf(field);
  return kind === 'figure' ? null : { title: wordsOf(what), valueKind: 'text' };
}
