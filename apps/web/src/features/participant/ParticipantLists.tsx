import type { ListFilter, ListState } from '@carrara/ui/list';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../app/screenTypes.ts';
import { ChartSwitch } from '../../record/Charts.tsx';
import { RecordTable } from '../../record/RecordTable.tsx';
import type { RecordValue } from '../../record/recordDefinition.ts';
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
const forecastFilter: ListFilter = {
  id: 'source',
  title: 'Source',
  options: [
    { value: 'fund', label: 'Fund' },
    { value: 'coinvestment', label: 'Coinvestment' },
  ],
};
const disbursedFilter: ListFilter = {
  id: 'show',
  title: 'Show',
  allLabel: 'All',
  options: [{ value: 'disbursed', label: 'Disbursed only' }],
};
const ledgerFilter: ListFilter = {
  id: 'ledger',
  title: 'Account',
  allLabel: 'Carry',
  options: [{ value: 'escrow', label: 'Escrow' }],
};
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];
const ofDistribution = ({ distributionId }: RecordValue) =>
  distributionId ? `#/carry/distribution/${String(distributionId)}/overview` : undefined;

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
export const distributionsOf = (kind: ParticipantKind) => {
  const operation = `list${kind}Distributions` as const;
  const list = { ...lists[operation], operation };
  return ({ id }: ViewProps) => (
    <RecordTable
      list={list}
      params={{ id }}
      embedded
      filters={[disbursedFilter]}
      query={(state) => ({ disbursedOnly: String(chosen(state, 'show') === 'disbursed') })}
      rowHref={ofDistribution}
    />
  );
};

/** What a participant may expect. */
export const forecastsOf = (kind: ParticipantKind) => {
  const operation = `list${kind}Forecasts` as const;
  const list = { ...lists[operation], operation };
  return function ForecastView({ id }: ViewProps) {
    return (
      <RecordTable
        list={list}
        params={{ id }}
        embedded
        filters={[forecastFilter]}
        query={(state) => ({ source: chosen(state, 'source') ?? 'all' })}
        rowHref={({ forecastId }) => `#/carry/forecast/${String(forecastId)}/overview`}
      >
        <ChartSwitch label="Forecasts by" charts={useForecastCharts(kind, id)} />
      </RecordTable>
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
