import type { ListFilter, ListState } from '@carrara/ui/list';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../app/screenTypes.ts';
import { ChartSwitch } from '../../record/Charts.tsx';
import { RecordTable } from '../../record/RecordTable.tsx';
import { distributionHistory, forecastHistory, ofDistribution } from '../../record/runLists.tsx';
import { Stack } from '../../record/Stack.tsx';
import { type ParticipantKind, useForecastCharts } from './participantCalls.ts';
import { allocationTarget } from './allocationTarget.ts';

const allocationFilter: ListFilter = {
  id: 'source',
  title: 'Source',
  options: [
    { value: 'fundOrCoinvest', label: 'Fund/Coinvestment' },
    { value: 'investment', label: 'Investment' },
    { value: 'tranche', label: 'Tranche' },
    { value: 'vintage', label: 'Vintage' },
  ],
};
const ledgerFilter: ListFilter = {
  id: 'ledger',
  title: 'Account',
  allLabel: 'Carry',
  options: [{ value: 'escrow', label: 'Escrow' }],
};
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];
/** What a participant holds, where, and how much of it is vested. */
export const allocationsOf = (kind: ParticipantKind) => {
  const operation = `list${kind}Allocations` as const;
  const list = { ...lists[operation], operation };
  return ({ id }: ViewProps) => (
    <RecordTable
      list={list}
      params={{ id }}
      embedded
      filters={[allocationFilter]}
      query={(state) => ({ sourceType: chosen(state, 'source') ?? 'all' })}
      rowHref={allocationTarget}
    />
  );
};

/** Each source of each distribution that a participant was part of. */
export const distributionsOf = (kind: ParticipantKind) => distributionHistory(`list${kind}Distributions`);

/** What a participant may expect, as charts and row by row. */
export const forecastsOf = (kind: ParticipantKind) => {
  const List = forecastHistory(`list${kind}Forecasts`);
  return function ForecastView({ id }: ViewProps) {
    return (
      <Stack>
        <ChartSwitch label="Forecasts by" charts={useForecastCharts(kind, id)} />
        <List id={id} />
      </Stack>
    );
  };
};

const accountEntries = { ...lists.listParticipantAccountEntries, operation: 'listParticipantAccountEntries' } as const;

/** The ledger of a participant: carry or escrow, with the balance after each entry. */
export function AccountEntries({ id }: ViewProps) {
  return (
    <RecordTable
      list={accountEntries}
      params={{ id }}
      embedded
      filters={[ledgerFilter]}
      query={(state) => ({ ledger: chosen(state, 'ledger') ?? 'carry' })}
      rowHref={ofDistribution}
    />
  );
}
