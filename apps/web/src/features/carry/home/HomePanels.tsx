import type { Home, HomeFigure, HomeVesting } from '@carrara/contract/carry/home/home';
import { notDetermined } from '@carrara/contract/core/kinds';
import { ArrangePanels } from '@carrara/ui/board/ArrangePanels.tsx';
import { Board } from '@carrara/ui/board/Board.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { KeyFigures } from '@carrara/ui/profile/KeyFigures.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { ReactNode } from 'react';
import { recordPath } from '../../../address/recordAddress.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { explanationQuery, KeyFigureWhy } from '../../../record/board/KeyFigureWhy.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { type FigureTitle, toKeyFigure } from '../../../record/board/keyFigures.ts';
import { useBoard } from '../../../record/board/useBoard.ts';
import { WaitingPanel } from '../../../record/board/WaitingPanel.tsx';
import { type CurrencyChoice, useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { useEmptyHint } from '../../../record/list/FirstSteps.tsx';
import { useSortedRows } from '../../../record/list/useSortedRows.ts';
import { firstRun } from '../../../record/list/firstSteps.ts';
import { Stack } from '../../../record/Stack.tsx';
import { CarryByFund, CarryChart } from './CarryByFund.tsx';
import styles from '../../../record/board/home.module.css';
import {
  balanceReports,
  paidUntil,
  pathOfWaiting,
  sinceText,
  vestingReport,
  waitingActions,
  waitingTitles,
} from './addresses.ts';

type Waiting = Home['waiting'][number];
type Run = Home['runs'][number];
type Vesting = HomeVesting['byFund'][number];

const amount = { kind: 'money', nullIs: notDetermined } as const;
const vestingTitle = 'Vesting in the next 12 months';

export interface HomePanelsProps {
  readonly home: Home;
  /** Upcoming vesting. It is computed separately and arrives after the rest. */
  readonly vesting: HomeVesting | undefined;
  readonly vestingFailure?: string | undefined;
  readonly onRetry: () => void;
  readonly setup?: ReactNode;
  /** The person's tasks that are due. */
  readonly tasks?: ReactNode;
  /** True while the setup steps are displayed. They replace the panels until one of them has something to display. */
  readonly isSettingUp?: boolean;
}

export function HomePanels({
  home,
  vesting,
  vestingFailure,
  onRetry,
  setup,
  tasks,
  isSettingUp = false,
}: HomePanelsProps) {
  const { waiting, runs, carry, figures } = home;
  const money = useCurrencyChoice(figures, carry, vesting?.byFund);
  const board = useBoard('carryHome', [
    { id: 'waiting', title: 'Waiting for you', content: <HomeWaiting home={home} /> },
    { id: 'figures', title: 'Key figures', content: <FiguresPanel home={home} money={money} /> },
    { id: 'carryChart', title: 'Carry by year', content: <CarryChart carry={carry} money={money} /> },
    { id: 'carry', title: 'Carry by fund and year', content: <CarryByFund carry={carry} money={money} /> },
    {
      id: 'vesting',
      title: 'Vesting in the next 12 months',
      isHalf: true,
      content: <VestingPanel vesting={vesting} money={money} failure={vestingFailure} onRetry={onRetry} />,
    },
    { id: 'runs', title: 'Last runs', isHalf: true, content: <RunsPanel runs={runs} /> },
  ]);
  const hasVesting = vestingFailure !== undefined || (vesting?.byFund.length ?? 0) > 0;
  const isNew = isSettingUp && !hasVesting && [waiting, figures, runs, carry].every(({ length }) => length === 0);
  return (
    <Stack>
      <div className={styles.head}>
        <h1>Home</h1>
        {isNew ? null : (
          <div className={styles.tools}>
            {money.chooser}
            <ArrangePanels board={board} />
          </div>
        )}
      </div>
      {tasks}
      {setup}
      {isNew ? null : <Board board={board} />}
    </Stack>
  );
}

interface FiguresPanelProps {
  readonly home: Home;
  readonly money: CurrencyChoice;
}

function FiguresPanel({ home: { today, figures }, money }: FiguresPanelProps) {
  const dispatch = useAppDispatch();
  const year = today.slice(0, 4);
  const reports = balanceReports(today);
  const titles: Readonly<Record<HomeFigure, FigureTitle>> = {
    accrued: { label: 'Accrued, not yet paid', href: reports.accrued },
    escrow: { label: 'Escrow held', href: reports.escrow },
    distributed: { label: `Distributed in ${year}`, href: paidUntil(today), isOfYear: true },
    netPaid: { label: `Net paid in ${year}`, href: paidUntil(today), isOfYear: true },
    awaiting: { label: 'Awaiting approval', href: '#/carry/distribution?f.status=SUB' },
  };
  return (
    <KeyFigures
      title={money.titled('Key figures')}
      figures={money.inCurrency(figures).map((figure) => ({
        ...toKeyFigure(figure, titles[figure.field]),
        why: (
          <KeyFigureWhy
            figure={figure}
            load={() => readExplanation(dispatch, 'explainHomeFigure', explanationQuery(figure))}
          />
        ),
      }))}
      empty={{ text: 'Nothing has been accrued or distributed yet.' }}
    />
  );
}

const waitingColumns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'why', kind: 'text', title: 'Why' },
  { field: 'detail', kind: 'text', title: 'Detail' },
  { field: 'since', kind: 'instant', title: 'Since' },
  { field: 'amount', kind: 'money', title: 'Amount', isKey: true },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;
const waitingTexts = { why: ({ kind }: Waiting) => waitingTitles[kind] };

const waitingCells = {
  since: (row: Waiting) => (
    <>
      {sinceText(row)} {/* Escrow is due on a date, which does not depend on the time zone. */}
      {row.kind === 'release' ? formatDate(row.since.slice(0, 10)) : <Value kind="instant" value={row.since} />}
    </>
  ),
};

function HomeWaiting({ home: { waiting, hasMore } }: { readonly home: Home }) {
  const first = hasMore ? `Showing the first ${String(waiting.length)}. ` : '';
  return (
    <WaitingPanel
      columns={waitingColumns}
      rows={waiting}
      texts={waitingTexts}
      cells={waitingCells}
      rowKey={({ kind, id, currency }) => `${kind} ${id} ${currency ?? ''}`}
      pathOf={pathOfWaiting}
      actionOf={({ kind }) => waitingActions[kind]}
      note={(isSorted) => first + (isSorted ? '' : 'The newest comes first. On a day, the largest amount comes first.')}
    />
  );
}

const runColumns = [
  { field: 'name', kind: 'text', title: 'Run' },
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'amount', title: 'Amount', ...amount },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;

function RunsPanel({ runs }: { readonly runs: readonly Run[] }) {
  const { rows, sort } = useSortedRows(runs, runColumns);
  const empty = useEmptyHint(firstRun, runs.length === 0);
  return (
    <Panel title="Last runs" flush>
      {runs.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <>
          <DataTable
            label="Last runs"
            cardsOnPhone
            columns={runColumns}
            sort={sort}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={recordPath}
          />
          {sort.field === '' ? <p className={styles.order}>The run changed last comes first.</p> : null}
        </>
      )}
    </Panel>
  );
}

interface VestingPanelProps {
  readonly money: CurrencyChoice;
  readonly vesting: HomeVesting | undefined;
  readonly failure: string | undefined;
  readonly onRetry: () => void;
}

function VestingPanel({ vesting, money: { inCurrency, titled }, failure, onRetry }: VestingPanelProps) {
  if (!vesting) {
    return (
      <Panel title={vestingTitle}>
        {failure === undefined ? <LoadingState lines={6} /> : <ErrorState message={failure} onRetry={onRetry} />}
      </Panel>
    );
  }
  const { until, byFund } = vesting;
  const link = (row: Vesting, value: string | null) => (
    <a href={vestingReport(row, until)}>
      <Value {...amount} value={value} />
    </a>
  );
  return (
    <TablePanel
      title={titled(vestingTitle)}
      label={vestingTitle}
      cardsOnPhone
      columns={[
        { field: 'name', kind: 'text', title: 'Fund' },
        { field: 'vested', title: 'Vested today', ...amount },
        { field: 'vests', title: `Vests by ${formatDate(until)}`, ...amount },
      ]}
      cells={{
        vested: (row: Vesting) => link(row, row.vested),
        vests: (row: Vesting) => link(row, row.vests),
      }}
      rows={inCurrency(byFund)}
      rowKey={({ holderId, currency }) => `${holderId ?? ''} ${currency ?? ''}`}
      rowHref={(row: Vesting) => vestingReport(row, until)}
      empty="Nobody has an allocation yet."
    />
  );
}
