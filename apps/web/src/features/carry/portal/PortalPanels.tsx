import { EmptyState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { type Figure, FigureStrip, Panel } from '@carrara/ui/profile';
import { lists } from 'virtual:contract/tables';
import { Stack } from '../../../record/Stack.tsx';
import styles from './portal.module.css';
import { paymentHref, type PortalHome } from './useHolder.tsx';

type Holder = PortalHome['holders'][number];
type Line = Holder['summary'] | Holder['summary']['byCurrency'][number];

const shownColumns = [
  'distributionDate',
  'distributionName',
  'sourceName',
  'grossCarryDistributed',
  'netCarryDistributed',
];
const columns = lists.listPortalDistributions.columns.filter(({ field }) => shownColumns.includes(field));

/** The own figures of each holder, and what was paid last. */
export function PortalPanels({ home }: { readonly home: PortalHome }) {
  const { name, holders, distributions, shown } = home;
  const holderOf = (at: number) => holders.find(({ holder }) => holder === at)?.name;
  const several = holders.length > 1;
  return (
    <Stack>
      <h1 className={styles.title}>{name}</h1>
      {holders.map((one) => (
        <Panel key={one.holder} title={several ? one.name : 'Your carry'}>
          {linesOf(one.summary).map((line) => (
            <FigureStrip key={line.currency ?? ''} figures={figuresOf(line, shown)} />
          ))}
        </Panel>
      ))}
      <Panel title="Latest distributions" flush>
        {distributions.length === 0 ? (
          <EmptyState text="Nothing has been distributed to you yet." />
        ) : (
          <DataTable
            label="Latest distributions"
            columns={several ? [...columns, { field: 'holder', kind: 'text', title: 'Held by' }] : columns}
            rows={distributions}
            rowKey={({ id }) => id}
            cells={{ holder: ({ holder }) => holderOf(holder) }}
            rowHref={({ distributionId, holder }) => paymentHref(distributionId, holder)}
          />
        )}
      </Panel>
    </Stack>
  );
}

/** With several currencies each has its own line: they are never added up. */
const linesOf = (summary: Holder['summary']): readonly Line[] =>
  summary.byCurrency.length > 1 ? summary.byCurrency : [summary];

function figuresOf(line: Line, shown: PortalHome['shown']): Figure[] {
  const named = (label: string) => (line.currency ? `${label}, ${line.currency}` : label);
  const money = (label: string, value: string | null) => ({ label: named(label), kind: 'money' as const, value });
  return [
    money('Gross distributed', line.totalCarryDistributed),
    money('Net distributed', line.totalNetDistributed),
    money('Escrow held', line.escrowHeld),
    ...(shown.estimates
      ? [
          {
            ...money('Accrued, estimated', line.carryBalance),
            note: line.carryBalance === null ? 'not determined' : 'an estimate, not yet paid',
          },
        ]
      : []),
    ...(shown.forecasts ? [{ ...money('Forecast', line.forecastedCarry), note: 'an estimate' }] : []),
  ];
}
