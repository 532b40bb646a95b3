import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { EmployeeAwards } from './EmployeeAwards.tsx';
import { EmployeeDeferred } from './EmployeeDeferred.tsx';
import { EmployeeSalaries } from './EmployeeSalaries.tsx';
import { RollForward } from './RollForward.tsx';
import { WherePayIsVisible } from './WherePayIsVisible.tsx';

const years = lists.listEmployeeCompensations;

/** The pay of an employee: a chart and a table by year, then the records behind them. */
export const EmployeeCompensation = ({ id }: ViewProps) => (
  <WherePayIsVisible id={id}>
    <PayOfEmployee id={id} />
  </WherePayIsVisible>
);

function PayOfEmployee({ id }: ViewProps) {
  const { data } = useRead('chartCompensationsByType', { params: { id } });
  // A new hire has no year yet and gets the form for the first salary.
  const hasYears = data === undefined || data.parts.length > 0;
  return (
    <Stack>
      {hasYears ? (
        <>
          <YearsChart id={id} />
          <Panel title="Year by year">
            <RecordTable list={years} params={{ id }} embedded />
          </Panel>
        </>
      ) : null}
      <Panel title="Salary history">
        <EmployeeSalaries id={id} />
      </Panel>
      <Panel title="Award history">
        <EmployeeAwards id={id} />
      </Panel>
      <Panel title="Deferred pay">
        <EmployeeDeferred id={id} />
      </Panel>
      {hasYears ? <RollForward employeeId={id} /> : null}
    </Stack>
  );
}

function YearsChart({ id }: ViewProps) {
  const { data } = useRead('chartCompensationsByType', { params: { id } });
  const money = useCurrencyChoice(data?.parts);
  const parts = money.inCurrency(data?.parts);
  const paidYears = parts.map(({ year }) => year);
  // A year without pay stays on the axis.
  const [first, last] = [Math.min(...paidYears), Math.max(...paidYears)];
  const payYears = paidYears.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const names = [...new Set(parts.map(({ name }) => name))];
  const amountOf = (name: string, year: number) =>
    parts.find((part) => part.name === name && part.year === year)?.amount ?? null;
  const series = names
    .map((name) => ({ name, values: payYears.map((year) => amountOf(name, year)) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== '0.00'));
  return (
    <ChartSwitch
      label="Compensation by"
      currencies={money.chooser}
      charts={[
        {
          id: 'year',
          label: 'Year',
          title: `How has compensation developed${money.ending}?`,
          shape: 'stackedColumn',
          categories: payYears.map(String),
          series,
          isLoading: data === undefined,
        },
      ]}
    />
  );
}
