import { basisNameFor } from '@carrara/contract/performance/basis';
import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { BasisSelect, useBasis } from '../../../period/BasisSelect.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { OwnTasks } from '../../../record/notes/OwnTasks.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { TourOffer } from '../../../setup/TourOffer.tsx';
import { SetupOnHome, useSetupState } from '../../../setup/SetupOnHome.tsx';
import { BenchmarkPanels } from './BenchmarkPanels.tsx';
import { PmePanel } from './PmePanel.tsx';
import styles from './dashboard.module.css';
import { CommitmentChart, DistributionChart, FamilyChart } from './DashboardCharts.tsx';
import { FeePanel, FundStatsPanel, FundTablePanel, TopStats, Totals } from './DashboardPanels.tsx';
import type { DashboardFilter } from './dashboardFilter.ts';
import { type Request, type DashboardPart, dashboardPart } from './dashboardPart.tsx';
import { periods, useDashboardFilter } from './useDashboardFilter.ts';

/** The panels of the dashboard, in order: for a manager, and for an investor in its funds. Panels in a pair are side by side. */
const templates: Readonly<Record<'gp' | 'lp', readonly (readonly DashboardPart[])[]>> = {
  gp: [
    [Totals],
    [TopStats],
    [FamilyChart, CommitmentChart],
    [FundTablePanel],
    [FeePanel],
    [DistributionChart],
    [FundStatsPanel],
    [BenchmarkPanels],
    [PmePanel],
  ],
  lp: [
    [Totals],
    [TopStats],
    [DistributionChart, CommitmentChart],
    [FundTablePanel],
    [FundStatsPanel],
    [BenchmarkPanels],
    [PmePanel],
  ],
};

/** The performance dashboard at one reporting date, by default since inception and for all funds. */
export function Dashboard() {
  const dates = useRead('listFundReportingDates', undefined);
  const date = useReportingDate(dates.data);
  const { filter, period, chooseFund, chooseFamily, choosePeriod } = useDashboardFilter();
  const [basis, chooseBasis] = useBasis();
  const mayPost = useAllowed('fundLedger.edit');
  const setup = useSetupState();
  const isLp = useSession().settings?.isLpTenant === true;
  if (dates.error && !dates.data) return <ErrorState message={failureText(dates.error)} onRetry={dates.refetch} />;
  if (date.hasNoDate) {
    if (!setup.isRead) return <LoadingState />;
    return (
      <Frame>
        {setup.isOpen ? null : (
          <EmptyState
            text="No fund has figures yet."
            hint={mayPost ? 'Figures appear once you post entries in a fund’s ledger.' : undefined}
            action={
              <Button component="a" href="#/performance/fund" variant="default">
                Funds
              </Button>
            }
          />
        )}
      </Frame>
    );
  }
  if (date.endDate === undefined) return <LoadingState />;
  const request: Request = {
    query: {
      ...filter,
      periodId: period,
      endDate: date.endDate,
      carriesForward: date.carriesForward,
      basis,
    },
  };
  const shared = { request, filter, chooseFund, chooseFamily };
  return (
    <Frame
      tools={
        <>
          <ReportingDateSelect date={date} canCarryForward />
          <BasisSelect value={basis} onChange={chooseBasis} />
          <FundChoice {...shared} />
          <SegmentedControl
            size="xs"
            aria-label="Period"
            value={period}
            onChange={choosePeriod}
            data={periods.map((item) => ({ ...item }))}
          />
        </>
      }
    >
      <Subject {...shared} reportingDate={date.endDate} scope={`${period}, ${basisNameFor(isLp, basis).toLowerCase()}`}>
        {templates[isLp ? 'lp' : 'gp'].map((parts, row) => (
          <div key={row} className={styles.parts}>
            {parts.map((Part, position) => (
              <Part key={position} {...shared} />
            ))}
          </div>
        ))}
      </Subject>
    </Frame>
  );
}

function Frame({ tools, children }: { readonly tools?: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack>
      <div className={styles.head}>
        <h1>Dashboard</h1>
        <div className={styles.tools}>{tools}</div>
      </div>
      <TourOffer />
      <SetupOnHome />
      <OwnTasks isOnHome />
      {children}
    </Stack>
  );
}

interface SubjectProps {
  readonly request: Request;
  readonly filter: DashboardFilter;
  readonly reportingDate: string;
  readonly scope: string;
  readonly children: ReactNode;
}

/** Names the chosen fund or strategy, or all funds, in pictures of the charts. */
function Subject({ request, filter, ...rest }: SubjectProps) {
  const { data } = useRead('getDashboardTotals', request);
  const chosen =
    data?.funds.find(({ id }) => id === filter.fundId) ??
    data?.fundFamilies.find(({ id }) => id === filter.fundFamilyId);
  return <PictureSubject name={chosen?.name ?? 'All funds'} {...rest} />;
}

/** A choice of one fund, a strategy, or all. */
const FundChoice = dashboardPart('getDashboardTotals', ({ data, filter, chooseFund, chooseFamily }) => (
  <>
    <Select
      size="xs"
      w={220}
      label="Fund"
      placeholder="All funds"
      clearable
      searchable
      data={data.funds.map(({ id, name }) => ({ value: id, label: name }))}
      value={filter.fundId ?? null}
      onChange={chooseFund}
    />
    <Select
      size="xs"
      w={180}
      label="Strategy"
      placeholder="All strategies"
      clearable
      data={data.fundFamilies.map(({ id, name }) => ({ value: id, label: name }))}
      value={filter.fundFamilyId ?? null}
      onChange={chooseFamily}
    />
  </>
));
