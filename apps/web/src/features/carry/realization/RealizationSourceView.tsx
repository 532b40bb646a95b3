import type { RealizationRecord, RealizationSource } from '@carrara/contract/carry/run/realizationRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { RowAction } from '../../../record/run/ParticipantActions.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { AccrualTable, BalanceTable } from './AccrualTables.tsx';
import { showTranches, showVesting } from './dialogs.tsx';
import { useExplainRealization } from './useExplainRealization.ts';

const entryColumns = [
  { field: 'participantName', kind: 'text', title: 'Participant' },
  { field: 'entryDate', kind: 'date', title: 'Date' },
  { field: 'amount', kind: 'money', title: 'Accrual' },
] as const;

export interface RealizationSourceViewProps {
  readonly realization: RealizationRecord;
  readonly source: RealizationSource;
}

/** One source of a realization: the amounts of each participant, the resulting balances, and the posted entries. */
export function RealizationSourceView({ realization, source }: RealizationSourceViewProps) {
  const explain = useExplainRealization(realization.id, source.containerId);
  const { containerName, holder, investmentName, vintageName, accountEntries } = source;
  const money = { kind: 'money', nullIs: notDetermined } as const;
  return (
    <>
      <Panel
        title={nameOfSource({ name: containerName, holder })}
        actions={
          <Button variant="default" onClick={() => void showTranches(source)}>
            Tranche profiles
          </Button>
        }
      >
        <p>
          {[formatDate(source.realizationDate), source.containerType, investmentName, vintageName]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <FigureStrip
          figures={[
            { label: 'Carry', ...money, value: source.totalCarryForAll },
            { label: 'Accrued', ...money, value: source.carryAccrued },
            { label: 'Unallocated', ...money, value: source.unallocated },
          ]}
        />
      </Panel>
      <Panel title="Participants" flush>
        <AccrualTable
          rows={source.details}
          isOfSource
          total={source.carryAccrued}
          explain={explain}
          rowActions={({ participant, via }) =>
            participant.type === 'Entity' || via.length > 0 ? null : (
              <RowAction onClick={() => void showVesting({ source, participant, carry: source.totalCarryForAll })}>
                Vesting
              </RowAction>
            )
          }
        />
      </Panel>
      <BalanceTable sources={[source]} explain={explain} />
      <TablePanel
        title="Account entries"
        columns={entryColumns}
        rows={accountEntries}
        rowKey={({ id }) => id}
        totals={[{ field: 'amount', total: source.carryAccrued }]}
        totalsLabel={`Total, ${String(accountEntries.length)}`}
        empty="Account entries appear once the realization is posted."
      />
    </>
  );
}
