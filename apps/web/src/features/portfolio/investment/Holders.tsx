import type { Column } from '@carrara/contract/core/fields';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Button } from '@mantine/core';
import type { Reference } from '@carrara/contract/core/kinds';
import type { RowValues } from '../../../record/editor/RowsEditor.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import record from '../../../record/record.module.css';
import { openAssociationDialog, type HolderKind } from './associationDialog.tsx';

export const holderNames = { fund: 'fundInvestments', coinvestment: 'coinvestmentInvestments' } as const;
export const holdersIn = (values: Readonly<Record<string, unknown>> | undefined, kind: HolderKind) =>
  (values?.[holderNames[kind]] as readonly RowValues[] | undefined) ?? [];

const labels = {
  fund: { title: 'Funds', column: 'Fund' },
  coinvestment: { title: 'Coinvestments', column: 'Coinvestment' },
} as const;
const columnsOf = (kind: HolderKind): readonly Column[] => [
  { field: kind, kind: 'reference', title: labels[kind].column },
  { field: 'vintage', kind: 'reference', title: 'Vintage' },
  { field: 'investedAmount', kind: 'money', title: 'Invested amount' },
];
const columns = { fund: columnsOf('fund'), coinvestment: columnsOf('coinvestment') };
/** A missing amount is displayed as missing, not as zero. */
const cells = {
  investedAmount: ({ investedAmount }: RowValues) =>
    investedAmount ? (
      <Value kind="money" value={investedAmount} />
    ) : (
      <span className={record.quiet}>Sum of its tranches</span>
    ),
};
const holderOf = (row: RowValues, kind: HolderKind) => row[kind] as Reference | undefined;
const nameOf = (row: RowValues, kind: HolderKind) => {
  const holder = holderOf(row, kind);
  return holder?.name ?? holder?.description ?? holder?.code ?? '';
};

/** The funds or coinvestments that hold the investment in the editor. */
export function Holders({ kind, form }: { readonly kind: HolderKind; readonly form: RecordFormState }) {
  const rows = holdersIn(form.values, kind);
  const change = (next: (now: readonly RowValues[]) => readonly RowValues[]) =>
    form.set(holderNames[kind], (now: readonly RowValues[] = []) => next(now));
  const edit = async (row?: RowValues) => {
    const others = rows.filter((other) => other !== row);
    const usedIds = others.flatMap((other) => holderOf(other, kind)?.id ?? []);
    const answer = await openAssociationDialog({ kind, row, existing: usedIds });
    if (!answer) return;
    change((now) => (row ? now.map((other) => (other === row ? answer : other)) : [...now, answer]));
  };
  const error = form.errors[holderNames[kind]];
  const actions = (row: RowValues) => (
    <>
      <RowButton label="Edit" subject={nameOf(row, kind)} onClick={() => edit(row)} />
      <RowButton
        label="Remove"
        subject={nameOf(row, kind)}
        disabled={row['canDelete'] === false}
        onClick={() => change((now) => now.filter((other) => other !== row))}
      />
    </>
  );
  return (
    <Panel
      title={labels[kind].title}
      flush={rows.length > 0}
      actions={
        <Button variant="default" onClick={() => void edit()}>
          Add {kind}
        </Button>
      }
    >
      {error ? (
        <p className={record.error} role="alert">
          {error}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label={labels[kind].title}
          columns={columns[kind]}
          rows={rows}
          rowKey={(row) => holderOf(row, kind)?.id ?? ''}
          cells={cells}
          rowActions={actions}
        />
      ) : error ? null : (
        <span className={record.quiet}>None yet.</span>
      )}
    </Panel>
  );
}
