import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import type { ComponentType } from 'react';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { Metrics } from '../../../record/profile/Metrics.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { distributionHistory, forecastHistory } from '../../../record/list/runLists.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { recordHref } from '../../../record/recordHref.ts';

const paid = lists.listFundDistributionParticipants;
const expected = lists.listFundEstimateParticipants;
const report = lists.listFundAllocationReport;

const nameFilter: ListFilter = {
  id: 'names',
  title: 'Names',
  allLabel: 'Shown',
  options: [{ value: 'redacted', label: 'Hidden' }],
};
const trustFilter: ListFilter = {
  id: 'trusts',
  title: 'Trusts',
  allLabel: 'Apart',
  options: [{ value: 'aggregate', label: 'With their employee' }],
};
const common = ({ filters }: ListState) => ({
  redactName: String(filters['names']?.[0] === 'redacted'),
  aggregateTrust: String(filters['trusts']?.[0] === 'aggregate'),
});
const History = distributionHistory(lists.listFundDistributions);
const Forecasts = forecastHistory(lists.listFundForecasts);

interface ParticipantsProps extends ViewProps {
  readonly list: typeof paid | typeof expected;
  readonly title: string;
  readonly label: string;
}

const Participants = ({ id, list, title, label }: ParticipantsProps) => (
  <Panel title={title}>
    <RecordTable
      list={list}
      title={label}
      params={{ id }}
      embedded
      ownState
      filters={[nameFilter, trustFilter]}
      query={common}
    />
  </Panel>
);

/** The distributions of a fund by source, and the amounts of each participant. */
export const FundDistributions = ({ id }: ViewProps) => (
  <Stack>
    <History id={id} />
    <Participants id={id} list={paid} title="Carry by participant" label="Participants paid" />
  </Stack>
);

/** The forecasts of a fund, and the expected amounts of each participant. */
export const FundForecasts = ({ id }: ViewProps) => (
  <Stack>
    <Forecasts id={id} />
    <Participants id={id} list={expected} title="Forecast carry by participant" label="Participants expecting" />
  </Stack>
);

/** The metrics of a fund's investments. */
export function FundMetrics({ id }: ViewProps) {
  const { data, error, refetch } = useRead('listFundInvestmentMetrics', { params: { id } });
  return data ? <Metrics metrics={data} /> : <ReadState error={error} onRetry={refetch} />;
}

/** Adds a report to the profiles of a fund: every allocation in force at the fund or below it. */
export const withAllocationReport = (Profiles: ComponentType<ViewProps>) =>
  function FundAllocation({ id }: ViewProps) {
    return (
      <Stack>
        <Profiles id={id} />
        <Panel title="Allocation report">
          <RecordTable
            list={report}
            params={{ id }}
            embedded
            ownState
            rowHref={({ profile }) => recordHref('allocationProfile', (profile as { id: string }).id)}
          />
        </Panel>
      </Stack>
    );
  };
