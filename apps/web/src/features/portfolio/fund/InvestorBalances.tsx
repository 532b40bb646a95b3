import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback';
import { FieldInput } from '@carrara/ui/form';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { Value } from '@carrara/ui/value';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'status', kind: 'text', title: 'Status' },
  { field: 'balance', kind: 'money', title: 'Carry balance' },
  { field: 'escrowHeld', kind: 'money', title: 'Escrow held' },
] as const;
const dateField = { kind: 'date', title: 'As of' } as const;

/** What each participant has at a fund on a day: carry by the ledger, and escrow held. */
export function InvestorBalances({ id }: ViewProps) {
  const [asOf, setAsOf] = useState<string | null>(null);
  const { data, error, refetch } = useRead('listFundInvestorBalances', {
    params: { id },
    query: asOf ? { asOf } : {},
  });
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return (
    <Panel
      title="Investor balances"
      flush
      actions={
        <FieldInput
          name="asOf"
          field={dateField}
          value={asOf}
          onChange={(value) => setAsOf((value as string | null) || null)}
          onBlur={() => undefined}
          error={undefined}
          disabled={false}
        />
      }
    >
      {data === undefined ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState />
      ) : (
        <DataTable
          label="Investor balances"
          columns={columns}
          rows={data}
          rowKey={({ participantId }) => participantId}
          cells={{
            balance: ({ balance }) => (balance === null ? 'not determined' : <Value kind="money" value={balance} />),
          }}
          rowHref={({ participantId, type }) =>
            `#/carry/${type.toLowerCase()}/${participantId}/profile/account-entries`
          }
        />
      )}
    </Panel>
  );
}
