import { basisNameFor } from '@carrara/contract/performance/period/basis';
import { ArrangePanels } from '@carrara/ui/board/ArrangePanels.tsx';
import { Board, type BoardPanel } from '@carrara/ui/board/Board.tsx';
import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { BasisSelect, useBasis } from '../../../period/BasisSelect.tsx';
import { useDisplayCurrency } from '../../../period/displayCurrency.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { type ChosenDate, useReportingDate } from '../../../period/reportingDate.ts';
import { useBoard } from '../../../record/board/useBoard.ts';
import { OwnTasks } from '../../../record/notes/OwnTasks.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { TourOffer } from '../../../setup/TourOffer.tsx';
import { SetupOnHome, useSetupState } from '../../../setup/SetupOnHome.tsx';
import { BenchmarkPanels } from './BenchmarkPanels.tsx';
import { PmePanel } from './PmePanel.tsx';
import styles from './dashboard.module.css';
import { CommitmentChart, DistributionChart, FamilyChart, TrendChart } from './DashboardCharts.tsx';
import { FeePanel, FundStatsPanel, FundTablePanel, TopStats } from './DashboardPanels.tsx';
import type { DashboardFilter } from './dashboardFilter.ts';
import { type Request, type DashboardPart, dashboardPart } from './dashboardPart.tsx';
import { KeyFiguresPanel } from './KeyFiguresPanel.tsx';
import { periods, useDashboardFilter } from './useDashboardFilter.ts';
import { WorkPanel } from './WorkPanel.tsx';

/** The panels of a manager's dashboard in their default order. An investor's dashboard lacks the panels about fees and strategies. */
const parts: readonly (Omit<BoardPanel, 'content'> & { readonly Part: DashboardPart; readonly isOfGp?: boolean })[] = [
  { id: 'figures', title: 'Key figures', Part: KeyFiguresPanel },
  { id: 'trend', title: 'NAV and distributions over time', Part: TrendChart, isHalf: true },
  { id: 'pace', title: 'Commitments, calls and distributions', Part: DistributionChart, isHalf: true },
  { id: 'strategies', title: 'NAV by strategy', Part: FamilyChart, isHalf: true, isOfGp: true },
  { id: 'commitments', title: 'Paid-in and unfunded commitments', Part: CommitmentChart, isHalf: true },
  { id: 'funds', title: 'Funds', Part: FundTablePanel },
  { id: 'period', title: 'Cash and returns', Part: TopStats },
  { id: 'fees', title: 'Management fees vs. projection', Part: FeePanel, isOfGp: true },
  { id: 'returns', title: 'Returns and multiples', Part: FundStatsPanel },
  { id: 'benchmarks', title: 'Benchmarks', Part: BenchmarkPanels },
  { id: 'pme', title: 'Public market equivalent', Part: PmePanel },
];

/** The performance dashboard at one reporting date, by default since inception and for all funds. */
export function Dashboard() {
  const dates = useRead('listFundReportingDates', undefined);
  const date = useReportingDate(dates.data);
  const mayPost = useAllowed('fundLedger.edit');
  const setup = useSetupState();
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
  return date.endDate === undefined ? <LoadingState /> : <OnDate date={date} endDate={date.endDate} />;
}

function OnDate({ date, endDate }: { readonly date: ChosenDate; readonly endDate: string }) {
  const { filter, period, chooseFund, chooseFamily, choosePeriod } = useDashboardFilter();
  const [basis, chooseBasis] = useBasis();
  const mayClose = useAllowed('period.edit');
  const { settings } = useSession();
  const isLp = settings?.isLpTenant === true;
  const request: Request = {
    query: { ...filter, periodId: period, endDate, carriesForward: date.carriesForward, basis },
  };
  const { data: totals } = useRead('getDashboardTotals', request);
  const currencies = totals?.byCurrency.map(({ currency: code }) => code) ?? [];
  const [chosen, chooseCurrency] = useDisplayCurrency();
  const currency = currencies.find((code) => code === chosen) ?? currencies[0] ?? settings?.baseCurrency ?? 'USD';
  const shared = { request, currency, filter, chooseFund, chooseFamily };
  const board = useBoard(isLp ? 'investorDashboard' : 'performanceDashboard', [
    ...(mayClose ? [{ id: 'work', title: 'Quarter close', content: <WorkPanel endDate={endDate} /> }] : []),
    ...parts
      .filter(({ isOfGp }) => !isLp || !isOfGp)
      .map(({ Part, ...panel }) => ({ ...panel, content: <Part {...shared} /> })),
  ]);
  return (
    <Frame
      tools={
        <>
          <ReportingDateSelect date={date} canCarryForward />
          <BasisSelect value={basis} onChange={chooseBasis} />
          <FundChoice {...shared} />
          <CurrencySwitch codes={currencies} value={currency} onChange={chooseCurrency} />
          <SegmentedControl
            size="xs"
            aria-label="Period"
            value={period}
            onChange={choosePeriod}
            data={periods.map((item) => ({ ...item }))}
          />
          <ArrangePanels board={board} />
        </>
      }
    >
      <Subject {...shared} reportingDate={endDate} scope={`${period}, ${basisNameFor(isLp, basis).toLowerCase()}`}>
        <Board board={board} />
      </Subject>
    </Frame>
  );
}

interface CurrencySwitchProps {
  readonly codes: readonly string[];
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** A choice of the currency of key figures and charts. Displays nothing if there is only one. */
function CurrencySwitch({ codes, value, onChange }: CurrencySwitchProps) {
  if (codes.length < 2) return null;
  return <SegmentedControl size="xs" aria-label="Currency" value={value} onChange={onChange} data={[...codes]} />;
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
