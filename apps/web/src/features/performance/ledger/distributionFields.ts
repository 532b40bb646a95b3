import type { Field } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { isDistributionAct, ledgerAct, type LedgerActKind } from '@carrara/domain/performance/ledger';
import { statusCode } from './ledgerDialog.ts';

type Values = Readonly<Record<string, unknown>>;

export const proposedSplit = { code: 'PROPOSED', description: 'By the carry terms' } as const;
export const typedSplit = { code: 'TYPED', description: 'Typed amounts' } as const;

/** The choice between a split by the carry terms and typed amounts. */
export const splitField: Field = {
  kind: 'status',
  title: 'Split',
  required: true,
  options: [proposedSplit, typedSplit],
};

/** True if the carry terms split the proceeds of a distribution. */
export const isProposed = (kind: LedgerActKind, values: Values): boolean =>
  isDistributionAct(kind) && statusCode(values['split']) === proposedSplit.code;

const ofProposal = new Set(['proceeds']);
const ofTyped = new Set([...Object.keys(ledgerAct('DISTRIBUTION').lines), 'reason']);

/** Hides the fields of the other choice. */
export function distributionField(kind: LedgerActKind, name: string, field: Field, values: Values): Field {
  const isSplit = isProposed(kind, values);
  if (isSplit ? ofTyped.has(name) : ofProposal.has(name)) return { ...field, readOnly: true, required: false };
  if (name === 'proceeds' && kind === 'SALE_DISTRIBUTION')
    return { ...field, title: 'Amount to distribute', help: 'Leave blank to distribute the sale proceeds.' };
  return name === 'proceeds' || (name === 'holdingIds' && isSplit) ? { ...field, required: true } : field;
}

/** Returns the amount that the carry terms split. A sale distributes its proceeds unless another amount is entered. */
export const proceedsOf = (kind: LedgerActKind, values: Values): unknown => {
  const entered = values['proceeds'];
  return kind === 'SALE_DISTRIBUTION' && (entered === undefined || entered === null || entered === '')
    ? values['price']
    : entered;
};

/** Returns the ids of the chosen investments. */
export const holdingIdsOf = (values: Values): string[] =>
  ((values['holdingIds'] ?? []) as readonly Reference[]).map(({ id }) => id);
