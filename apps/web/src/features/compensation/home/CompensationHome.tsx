import {
  type CompensationFigure,
  type CompensationHome as Home,
  explainedFigures,
  type PayTask,
} from '@carrara/contract/compensation/home';
import { ArrangePanels } from '@carrara/ui/board/ArrangePanels.tsx';
import { Board } from '@carrara/ui/board/Board.tsx';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { KeyFigures } from '@carrara/ui/profile/KeyFigures.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { explanationQuery, KeyFigureWhy } from '../../../record/board/KeyFigureWhy.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { type FigureTitle, toKeyFigure } from '../../../record/board/keyFigures.ts';
import { useBoard } from '../../../record/board/useBoard.ts';
import { WaitingPanel } from '../../../record/board/WaitingPanel.tsx';
import { type CurrencyChoice, useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { OwnTasks } from '../../../record/notes/OwnTasks.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { SetupOnHome } from '../../../setup/SetupOnHome.tsx';
import { TourOffer } from '../../../setup/TourOffer.tsx';
import styles from '../../../record/board/home.module.css';

type Waiting = Home['waiting'][number];
interface PanelProps {
  readonly home: Home;
  readonly money: CurrencyChoice;
}

const chartHeight = 240;

/** `#/comp/home`: open work, key figures and payments to come, of the employees whose pay the person can see. */
export function CompensationHome() {
  const { data, error, refetch } = useRead('getCompensationHome', undefined);
  if (data) return <CompensationPanels home={data} />;
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return <LoadingState lines={12} />;
}

/** Figures without a currency, such as counts, are displayed in each. */
const isCount = ({ currency }: { readonly currency: string | null }) => currency === null;

function CompensationPanels({ home }: Pick<PanelProps, 'home'>) {
  const amounts = home.figures.filter((figure) => !isCount(figure));
  const money = useCurrencyChoice(amounts, home.payments);
  const board = useBoard('compensationHome', [
    { id: 'waiting', title: 'Waiting for you', content: <PayWaiting home={home} /> },
    { id: 'figures', title: 'Key figures', content: <FiguresPanel home={home} money={money} /> },
    { id: 'payroll', title: 'Payroll by year', isHalf: true, content: <PayrollChart home={home} money={money} /> },
    {
      id: 'payments',
      title: 'Next deferred payments',
      isHalf: true,
      content: <PaymentsPanel home={home} money={money} />,
    },
  ]);
  const isEmpty = home.figures.length === 0 && home.waiting.length === 0;
  return (
    <Stack>
      <div className={styles.head}>
        <h1>Home</h1>
        {isEmpty ? null : (
          <div className={styles.tools}>
            {money.chooser}
            <ArrangePanels board={board} />
          </div>
        )}
      </div>
      <TourOffer />
      <OwnTasks isOnHome />
      <SetupOnHome />
      {isEmpty ? (
        <EmptyState
          text="There is no payroll and no deferred pay that you can see."
          hint="Figures appear once payroll or deferred awards are entered for employees whose pay you can see."
          action={
            <Button component="a" href="#/comp/employee" variant="default">
              Employees
            </Button>
          }
        />
      ) : (
        <Board board={board} />
      )}
    </Stack>
  );
}

const tasks: Readonly<Record<PayTask, { readonly why: string; readonly action: string }>> = {
  due: { why: 'Deferred pay due', action: 'Record' },
  tieOut: { why: 'Payroll differs from salary', action: 'Explain' },
  drafts: { why: 'Draft statements', action: 'Release' },
};
const pathOf = ({ kind, id, from, since }: Waiting): string => {
  if (kind === 'due') return `#/comp/deferred/${id}`;
  if (kind === 'drafts') return `#/comp/statement?f.year=${id}`;
  return `#/comp/payroll/period?from=${String(from)}&to=${String(since)}`;
};
const waitingColumns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'why', kind: 'text', title: 'Why' },
  { field: 'since', kind: 'date', title: 'Date' },
  { field: 'amount', kind: 'money', title: 'Amount', isKey: true },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;

/** The report with the same differences for all periods. */
const openTieOuts = (today: string) => `#/comp/report/payroll-tie-out?to=${today}&status=OPEN`;

const waitingTexts = { why: ({ kind }: Waiting) => tasks[kind].why };

function PayWaiting({ home: { today, waiting, hasMore } }: Pick<PanelProps, 'home'>) {
  return (
    <WaitingPanel
      columns={waitingColumns}
      rows={waiting}
      texts={waitingTexts}
      rowKey={({ kind, id, since, currency }) => `${kind} ${id} ${since ?? ''} ${currency ?? ''}`}
      pathOf={pathOf}
      actionOf={({ kind }) => tasks[kind].action}
      note={() =>
        hasMore ? (
          <>
            Showing the first differences. <a href={openTieOuts(today)}>All differences</a>
          </>
        ) : null
      }
    />
  );
}

function FiguresPanel({ home: { today, until, figures }, money }: PanelProps) {
  const dispatch = useAppDispatch();
  const whyOf = (figure: Home['figures'][number]) => {
    const field = explainedFigures.find((explained) => explained === figure.field);
    // The title of the number of differences leads to the report that lists them.
    return field === undefined ? undefined : (
      <KeyFigureWhy
        figure={figure}
        load={() => readExplanation(dispatch, 'explainCompensationFigure', explanationQuery({ ...figure, field }))}
      />
    );
  };
  const report = (name: string, from: string, to: string) => `#/comp/report/${name}?from=${from}&to=${to}`;
  const payrollTitle = (through: string): FigureTitle => ({
    label: `Payroll paid in ${through.slice(0, 4)}, through ${formatDate(through)}`,
    href: report('payroll-actuals', `${through.slice(0, 4)}-01-01`, through),
    isOfYear: true,
  });
  const titles: Readonly<Record<Exclude<CompensationFigure, 'payroll'>, FigureTitle>> = {
    outstanding: { label: 'Deferred outstanding', href: `#/comp/report/deferred-awards?to=${today}` },
    dueAhead: { label: `Deferred payments by ${formatDate(until)}`, href: '#/comp/deferred' },
    openTieOuts: { label: 'Payroll differences to explain', href: openTieOuts(today) },
    drafts: { label: 'Draft statements', href: '#/comp/statement' },
  };
  // The sum of payroll ends on the last pay date.
  const titleOf = ({ field, series }: Home['figures'][number]) =>
    field === 'payroll' ? payrollTitle(series.at(-1)?.on ?? today) : titles[field];
  const inCurrency = money.inCurrency(figures.filter((figure) => !isCount(figure)));
  return (
    <KeyFigures
      title={money.titled('Key figures')}
      figures={[...inCurrency, ...figures.filter(isCount)].map((figure) => ({
        ...toKeyFigure(figure, titleOf(figure)),
        why: whyOf(figure),
      }))}
      empty={{ text: 'No payroll has been uploaded, and no award was deferred.' }}
    />
  );
}

function PayrollChart({ home: { payroll }, money }: PanelProps) {
  const rows = money.inCurrency(payroll);
  const years = [...new Set(rows.map(({ year }) => year))].toSorted((first, other) => first - other);
  const types = [...new Set(rows.map(({ payType }) => payType))];
  const amountOf = (payType: string, year: number) =>
    rows.find((row) => row.payType === payType && row.year === year)?.amount ?? null;
  return (
    <Chart
      key={money.titled('')}
      title={`How much did payroll pay each year${money.ending}?`}
      shape="stackedColumn"
      categories={years.map(String)}
      series={types.map((name) => ({ name, values: years.map((year) => amountOf(name, year)) }))}
      kind="money"
      height={chartHeight}
      emptyText="No payroll has been uploaded yet."
      onSelect={(year) => window.location.assign(`#/comp/report/payroll-actuals?from=${year}-01-01&to=${year}-12-31`)}
    />
  );
}

function PaymentsPanel({ home: { payments, until }, money }: PanelProps) {
  const rows = money.inCurrency(payments);
  return (
    <TablePanel
      title={money.titled('Next deferred payments')}
      label="Next deferred payments"
      columns={[
        { field: 'on', kind: 'date', title: 'Pay date' },
        { field: 'people', kind: 'count', title: 'Employees' },
        { field: 'amount', kind: 'money', title: 'Amount', isKey: true },
      ]}
      rows={rows}
      rowKey={({ on }) => on}
      empty={`No deferred award is paid by ${formatDate(until)}.`}
    />
  );
}
