import type { Field } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { ledgerAct, type LedgerActKind } from '@carrara/domain/performance/ledger';
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
  kind === 'DISTRIBUTION' && statusCode(values['split']) === proposedSplit.code;

const ofProposal = new Set(['proceeds']);
const ofTyped = new Set([...Object.keys(ledgerAct('DISTRIBUTION').lines), 'reason']);

/** Hides the fields of the other choice. */
export function distributionField(name: string, field: Field, values: Values): Field {
  const isHidden = isProposed('DISTRIBUTION', values) ? ofTyped.has(name) : ofProposal.has(name);
  if (isHidden) return { ...field, readOnly: true, required: false };
  if (name === 'proceeds' || (name === 'holdingIds' && isProposed('DISTRIBUTION', values)))
    return { ...field, required: true };
  return field;
}

/** Returns the ids of the chosen investments. */
export const holdingIdsOf = (values: Values): string[] =>
  ((values['holdingIds'] ?? []) as readonly Reference[]).map(({ id }) => id);
