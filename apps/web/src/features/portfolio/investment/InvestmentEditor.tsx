import type { Reference } from '@carrara/contract/core/kinds';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import type { RowValues } from '../../../record/editor/RowsEditor.tsx';
import { Holders, holderNames, holdersIn } from './Holders.tsx';
import { investmentRecord } from './investmentRecord.ts';

type Values = Readonly<Record<string, unknown>>;
const kinds = ['fund', 'coinvestment'] as const;

const byKind = (valueOf: (kind: (typeof kinds)[number]) => unknown) =>
  Object.fromEntries(kinds.map((kind) => [holderNames[kind], valueOf(kind)]));
/** Saves only the id of the holder, because its other fields don't belong to the investment. */
const idOf = (holder: unknown) => ({ id: (holder as Reference).id });
const savedRow =
  (kind: (typeof kinds)[number]) =>
  ({ id, vintage, investedAmount, ...row }: RowValues) => ({
    ...(id ? { id } : {}),
    [kind]: idOf(row[kind]),
    vintage: vintage ?? null,
    investedAmount: investedAmount ?? null,
  });
const checkHolders = (values: Values) => ({
  fundInvestments: kinds.every((kind) => holdersIn(values, kind).length === 0)
    ? 'An investment needs at least one fund or coinvestment that holds it.'
    : undefined,
});

/** The editor of an investment and its holders: at least one fund or coinvestment. */
export function InvestmentEditor() {
  return (
    <RecordEditor
      record={investmentRecord}
      moreOf={(loaded) => byKind((kind) => holdersIn(loaded, kind))}
      saved={(values) => byKind((kind) => holdersIn(values, kind).map(savedRow(kind)))}
      check={checkHolders}
      more={(form) => kinds.map((kind) => <Holders key={kind} kind={kind} form={form} />)}
    />
  );
}
