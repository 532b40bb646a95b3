import { useState } from 'react';
import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { distributionHistory, forecastHistory } from '../../../record/list/runLists.tsx';
import { participantLinkFilters } from '../../../record/list/useLinkFilters.ts';
import { RowAction } from '../../../record/run/ParticipantActions.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { forecastCharts, type ParticipantKind, useForecastReads } from './participantCalls.ts';
import styles from './participant.module.css';
import { allocationTarget } from './allocationTarget.ts';
import { showForecastDetail } from './ForecastDetailDialog.tsx';
import { showMemberDetail } from './MemberDetailDialog.tsx';

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
const sourceTypes: Readonly<Record<string, string>> = {
  fund: 'Fund',
  coinvestment: 'Coinvestment',
  investment: 'Investment',
  tranche: 'Tranche',
  vintage: 'Vintage',
};
const sourceTypeCell = { sourceType: ({ sourceType }: RecordValue) => sourceTypes[String(sourceType)] };
const ledgerFilter: ListFilter = {
  id: 'ledger',
  title: 'Account',
  allLabel: 'Carry',
  options: [{ value: 'escrow', label: 'Escrow' }],
};
/** Returns the address of the run that created an entry. */
const runOf = ({ distributionId, realizationId, ledgerRunId }: RecordValue): string | undefined =>
  distributionId
    ? `#/carry/distribution/${String(distributionId)}/overview`
    : realizationId
      ? `#/carry/realization/${String(realizationId)}/overview`
      : ledgerRunId
        ? `#/carry/ledger/${String(ledgerRunId)}/overview`
        : undefined;
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];
const listsByKind = {
  Employee: {
    allocations: lists.listEmployeeAllocations,
    distributions: lists.listEmployeeDistributions,
    forecasts: lists.listEmployeeForecasts,
  },
  Trust: {
    allocations: lists.listTrustAllocations,
    distributions: lists.listTrustDistributions,
    forecasts: lists.listTrustForecasts,
  },
  Entity: {
    allocations: lists.listEntityAllocations,
    distributions: lists.listEntityDistributions,
    forecasts: lists.listEntityForecasts,
  },
} as const;

/** The allocations of a participant, with the vested part of each. */
export const allocationsView = (kind: ParticipantKind) => {
  const { allocations: list } = listsByKind[kind];
  return function AllocationView({ id }: ViewProps) {
    const [asOf, setAsOf] = useState<string | null>(null);
    return (
      <RecordTable
        list={list}
        params={{ id }}
        embedded
        filters={[allocationFilter]}
        query={(state) => ({ sourceType: chosen(state, 'source') ?? 'all', ...(asOf ? { asOf } : {}) })}
        cells={sourceTypeCell}
        rowHref={allocationTarget}
      >
        <div className={styles.asOf}>
          <AsOfInput
            help="Leave blank for today’s allocations, vested through the termination date if there is one."
            onChange={setAsOf}
          />
        </div>
      </RecordTable>
    );
  };
};

/** The rows of all distributions that a participant was part of, by source. */
export const distributionsView = (kind: ParticipantKind) =>
  distributionHistory(
    listsByKind[kind].distributions,
    kind === 'Entity' ? memberDetail : undefined,
    participantLinkFilters,
  );

/** Opens the amounts of an entity's members for a row. */
const memberDetail = (entityId: string) => (row: RecordValue) => (
  <RowAction
    onClick={() =>
      void showMemberDetail({
        entityId,
        distributionId: String(row['distributionId']),
        sourceId: String(row['sourceId']),
      })
    }
  >
    Members
  </RowAction>
);

/** Opens the expected amounts of an entity's members for a row. */
const forecastDetail = (entityId: string) => (row: RecordValue) => (
  <RowAction
    onClick={() =>
      void showForecastDetail({ entityId, forecastId: String(row['forecastId']), sourceId: String(row['sourceId']) })
    }
  >
    Members
  </RowAction>
);

/** The expected amounts of a participant, as charts and as a list. */
export const forecastsView = (kind: ParticipantKind) => {
  const List = forecastHistory(listsByKind[kind].forecasts, kind === 'Entity' ? forecastDetail : undefined);
  return function ForecastView({ id }: ViewProps) {
    const reads = useForecastReads(kind, id);
    const money = useCurrencyChoice(reads.sources.data, reads.history.data);
    return (
      <Stack>
        <ChartSwitch label="Forecasts by" charts={forecastCharts(reads, money)} currencies={money.chooser} />
        <List id={id} />
      </Stack>
    );
  };
};

const accountEntries = lists.listParticipantAccountEntries;

/** The ledger of a participant's carry or escrow account, with the balance after each entry. */
export function AccountEntries({ id }: ViewProps) {
  const [asOf, setAsOf] = useState<string | null>(null);
  return (
    <RecordTable
      list={accountEntries}
      params={{ id }}
      embedded
      filters={[ledgerFilter]}
      query={(state) => ({ ledger: chosen(state, 'ledger') ?? 'carry', ...(asOf ? { asOf } : {}) })}
      rowHref={runOf}
    >
      <div className={styles.asOf}>
        <AsOfInput help="Leave blank to show all entries, including future-dated ones." onChange={setAsOf} />
      </div>
    </RecordTable>
  );
}
