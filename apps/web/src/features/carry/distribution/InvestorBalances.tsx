import { notDetermined } from '@carrara/contract/core/kinds';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import type { SourceDraft } from './runDraft.ts';
import type { GeneratedRun } from './useGenerated.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Source and participant' },
  { field: 'balance', kind: 'money', title: 'Carry balance' },
  { field: 'gross', kind: 'money', title: 'This distribution', nullIs: notDetermined },
  { field: 'remaining', kind: 'money', title: 'Left', nullIs: notDetermined },
] as const;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly balance: string;
  readonly gross: string | null;
  readonly remaining: string | null;
  readonly positions: readonly Row[];
}

export interface InvestorBalancesProps {
  readonly sources: readonly SourceDraft[];
  readonly run: GeneratedRun;
}

/** The balance of each participant at the sources on the distribution date, the amount that this run uses, and the rest. */
export function InvestorBalances({ sources, run }: InvestorBalancesProps) {
  const rows = run.investorBalances.flatMap(({ sourceId, limit, remaining, positions }): readonly Row[] => {
    const draft = sources.find(({ source }) => source.id === sourceId);
    const computed = run.distributionSources.find(({ source }) => source.id === sourceId);
    if (!draft || !computed) return [];
    return [
      {
        id: sourceId,
        name: nameOfSource(draft.source),
        balance: limit,
        gross: computed.netDistributableAmount,
        remaining,
        positions: positions.map(({ participantId, grossCarryDistributed, ...position }) => ({
          ...position,
          id: participantId,
          gross: grossCarryDistributed,
          positions: [],
        })),
      },
    ];
  });
  return (
    <TablePanel<Row>
      title="Investor Balances"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      childrenOf={({ positions }) => positions}
      empty
    />
  );
}
