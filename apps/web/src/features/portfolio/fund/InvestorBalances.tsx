import { coverageNote } from '@carrara/contract/core/coverage';
import { notDetermined } from '@carrara/contract/core/kinds';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';

const columns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'status', kind: 'text', title: 'Status' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'balance', kind: 'money', title: 'Carry balance', nullIs: notDetermined },
  { field: 'escrowBalance', kind: 'money', title: 'Escrow held' },
] as const;
/** The column that appears if a balance leaves something out. */
const covers = { field: 'covers', kind: 'text', title: 'Covers' } as const;

/** The balance of each participant at a fund, coinvestment or investment on a date: carry and withheld escrow. */
export const investorBalancesView = (kind: 'Fund' | 'Coinvestment' | 'Investment') =>
  function InvestorBalances({ id }: ViewProps) {
    const [asOf, setAsOf] = useState<string | null>(null);
    const { data, error, refetch } = useRead(`list${kind}InvestorBalances`, {
      params: { id },
      query: asOf ? { asOf } : {},
    });
    const rows = (data ?? []).map((row) => ({
      ...row,
      covers: coverageNote(row.balance, row.coverage, 'sources') ?? null,
    }));
    if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
    return (
      <Panel title="Investor balances" flush actions={<AsOfInput help="Leave blank for today." onChange={setAsOf} />}>
        {data === undefined ? (
          <LoadingState />
        ) : data.length === 0 ? (
          <EmptyState />
        ) : (
          <DataTable
            label="Investor balances"
            columns={rows.some((row) => row.covers !== null) ? [...columns, covers] : columns}
            rows={rows}
            rowKey={({ participantId, currency }) => `${participantId} ${currency ?? ''}`}
            rowHref={({ participantId, type }) =>
              `#/carry/${type.toLowerCase()}/${participantId}/profile/account-entries`
            }
          />
        )}
      </Panel>
    );
  };
