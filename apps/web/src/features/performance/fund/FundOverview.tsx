import { basisNameFor, basisNames } from '@carrara/contract/performance/period/basis';
import { bridgeStepTitles } from '@carrara/contract/performance/return/bridgeSteps';
import { horizonTitles } from '@carrara/contract/performance/return/horizonTitles';
import { titleInCurrency } from '@carrara/contract/performance/fundProfile/titleInCurrency';
import { type DisplayedFigure, displayedFigure, reportedThroughMark } from '@carrara/contract/core/displayedFigure';
import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import type { ChartStep } from '@carrara/ui/chart/chartTypes.ts';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { type KeyFigure, KeyFigures } from '@carrara/ui/profile/KeyFigures.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useDownload } from '../../../api/download.ts';
import { useSession } from '../../../session/hooks.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import record from '../../../record/record.module.css';
import { Stack } from '../../../record/Stack.tsx';
import { useRecord } from '../../../record/recordCalls.ts';
import type { Answer } from '../../../api/operations.ts';
import { useFigureWhy, WhyTable } from '../../../period/figureWhy.tsx';
import styles from '../../../period/period.module.css';
import { CarryPosition } from './CarryPosition.tsx';
import { FundCharts } from './FundCharts.tsx';
import { FundPeriod, type FundPeriodProps } from './FundPeriod.tsx';
import { type FundFigure, fundFigures } from './fundFigures.ts';
import { fundRecord, displayedFields } from './fundRecord.ts';
import { useFundHistory } from './useFundHistory.ts';
import { useFundProfile } from './useFundPeriod.ts';

type Profile = Answer<'getFundProfile'>;

/** Returns the remarks on the figures of a fund as one text. */
const notesOf = ({ contradiction, excessNote }: Profile): string | undefined => {
  const notes = [contradiction, excessNote].flatMap((note) => note ?? []);
  return notes.length === 0 ? undefined : notes.join('. ');
};

/**
 * The state of a fund at the reporting date: its returns, the bridge to its NAV, its cash by age and its credit line.
 * The locked figures and its fields follow.
 */
export function FundOverview({ id }: ViewProps) {
  const { data: fund } = useRecord(fundRecord, id);
  const isLp = useSession().settings?.isLpTenant === true;
  const { period, data, currentData, error, refetch } = useFundProfile(id);
  const { date } = period;
  const why = useFigureWhy();
  const historyOf = useFundHistory(id, period);
  if (!fund) return <LoadingState lines={10} />;
  const toFigure =
    (profile: Profile) =>
    ({ field, label, kind, code }: FundFigure): KeyFigure => {
      const displayed = displayedFigure({ field, kind }, profile);
      const question = {
        subject: id,
        date: profile.periodEndDate ?? '',
        currency: period.displayed,
        basis: period.basis,
      };
      return {
        label: titleInCurrency(label, kind, profile),
        ...displayed,
        note: reportedThroughMark(field, profile),
        ...historyOf(profile, code, displayed.value),
        why: profile.periodEndDate ? why.render(question, field, displayed) : null,
      };
    };
  const fields = <RecordOverview record={{ ...fundRecord, fields: displayedFields(fund) }} id={id} />;
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (date.hasNoDate) return fields;
  // These figures cover only the fee-paying limited partners. The label says so if the other figures cover all partners.
  const basisText = !isLp && period.basis === 'all' ? `, ${basisNames.feePaying.toLowerCase()}` : '';
  const { key, other } = fundFigures(isLp);
  return (
    <>
      <FundPeriod period={period} isStale={currentData === undefined && !error} hasBasis>
        <PrintButton id={id} period={period} />
      </FundPeriod>
      <Stack>
        {data ? (
          <div className={styles.keyFigures} aria-busy={currentData === undefined && !error}>
            <KeyFigures
              title={inCurrency(
                `Key figures${data.periodEndDate ? ` at ${formatDate(data.periodEndDate)}` : ''}`,
                data,
                data.isoCode ?? data.ownCurrency,
              )}
              figures={key.map(toFigure(data))}
            />
            <FigureStrip figures={other.map(toFigure(data))} note={notesOf(data)} />
          </div>
        ) : null}
        {data ? (
          <PictureSubject reportingDate={data.periodEndDate ?? undefined}>
            <div className={record.charts}>
              <NavBridge profile={data} />
              <JCurve profile={data} basisText={basisText} scope={basisNameFor(isLp, 'feePaying')} />
            </div>
            <Line profile={data} />
            <Horizons profile={data} basisText={basisText} />
            {date.endDate ? <CarryPosition id={id} endDate={date.endDate} /> : null}
            {date.endDate ? <FundCharts id={id} endDate={date.endDate} /> : null}
            <Versions profile={data} />
          </PictureSubject>
        ) : (
          <LoadingState lines={10} />
        )}
        {fields}
      </Stack>
    </>
  );
}

function PrintButton({ id, period }: ViewProps & Pick<FundPeriodProps, 'period'>) {
  const isLp = useSession().settings?.isLpTenant === true;
  const download = useDownload();
  const { endDate, currencyPair, basis } = period;
  const print = () =>
    download(isLp ? 'printLpFundProfile' : 'printFundProfile', { query: { id, endDate, currencyPair, basis } });
  return (
    <Button variant="default" size="xs" style={{ alignSelf: 'end' }} onClick={() => void print()}>
      PDF
    </Button>
  );
}

const spans = [
  { value: 'QTD', label: 'Quarter' },
  { value: 'YTD', label: 'Year' },
  { value: 'ITD', label: 'Inception' },
];
/** The other steps are gains or losses by their sign. */
const bridgeSteps: Readonly<Record<string, ChartStep>> = {
  opening: { meaning: 'nav', isTotal: true },
  contributions: { meaning: 'contributions' },
  distributions: { meaning: 'distributions' },
  transfers: { meaning: 'transfers' },
  expenses: { meaning: 'fees' },
  carry: { meaning: 'carry' },
  closing: { meaning: 'nav', isTotal: true },
};
const inCurrency = (title: string, { isoCode }: Profile, own: string | null) => {
  const code = own ?? isoCode;
  return code ? `${title}, ${code}` : title;
};

export function NavBridge({ profile }: { readonly profile: Profile }) {
  const isLp = useSession().settings?.isLpTenant === true;
  const [span, setSpan] = useState('QTD');
  const bridge = profile.bridges.find(({ period }) => period === span);
  const reason = bridge?.notDetermined[0]?.message;
  const steps = bridge?.steps ?? [];
  const why = useFigureWhy();
  const about = { subject: profile.id, date: profile.periodEndDate ?? '' };
  const title = inCurrency('NAV bridge', profile, profile.ownCurrency);
  const cell = (position: number) => {
    const { step, amount = null } = steps[position] ?? {};
    const notDetermined = (bridge?.notDetermined ?? []).filter(({ field }) => field === step);
    const figure = displayedFigure(
      { field: 'amount', kind: 'money' },
      { amount, notDetermined: notDetermined.map((own) => ({ ...own, field: 'amount' })) },
    );
    return why.cell(about, `bridge.${span}.${step ?? ''}`, figure);
  };
  return (
    <WhyTable>
      <ChartCard
        title={title}
        shape="waterfall"
        kind="money"
        scope={`${spans.find(({ value }) => value === span)?.label ?? ''}, ${basisNameFor(isLp, 'all').toLowerCase()}`}
        emptyText={reason ? `n.d.: ${reason}` : 'There are no figures for this quarter.'}
        tools={
          <SegmentedControl size="xs" aria-label="Period of the bridge" data={spans} value={span} onChange={setSpan} />
        }
        categories={steps.map(({ step }) => bridgeStepTitles[step] ?? step)}
        steps={steps.map(({ step }) => bridgeSteps[step] ?? {})}
        series={[{ name: 'Amount', values: steps.map(({ amount }) => amount) }]}
        cell={cell}
        below={
          steps.length > 0 ? (
            <p className={styles.stepsNote}>
              {isLp
                ? 'Your commitments. Contributions are gross of returned capital.'
                : 'All partners including the GP. Contributions are gross of returned capital; distributions include carried interest paid.'}
            </p>
          ) : null
        }
      />
    </WhyTable>
  );
}

interface ChartProps {
  readonly profile: Profile;
  /** A label for the partners that the figures cover, if it differs from the figures above. */
  readonly basisText: string;
}

function JCurve({ profile, basisText, scope }: ChartProps & { readonly scope: string }) {
  const { jCurve } = profile;
  if (jCurve === null || jCurve.points.length === 0) return null;
  const { points, depth, breakEven } = jCurve;
  const marks = [
    ...(depth ? [{ label: `Deepest, ${formatDate(depth.date)}`, kind: 'return' as const, value: depth.percent }] : []),
    { label: 'Break-even', kind: 'date' as const, value: breakEven, nullIs: 'not yet' },
  ];
  return (
    <ChartCard
      title={`How deep is the J-curve relative to commitment${basisText}?`}
      shape="line"
      kind="return"
      scope={scope}
      height={240}
      categories={points.map(({ date }) => formatDate(date))}
      dates={points.map(({ date }) => date)}
      series={[
        { name: 'Cash', meaning: 'netCash', values: points.map(({ percent }) => percent) },
        { name: 'Cash and NAV', meaning: 'nav', values: points.map(({ percentWithNav }) => percentWithNav) },
      ]}
      below={<FigureStrip figures={marks} />}
    />
  );
}

function Line({ profile }: { readonly profile: Profile }) {
  const { line } = profile;
  const why = useFigureWhy();
  if (line === null) return null;
  const reason = line.notDetermined[0]?.message;
  const about = { subject: profile.id, date: profile.periodEndDate ?? '' };
  const explainable = (label: string, figure: string, displayed: DisplayedFigure) => ({
    label,
    ...displayed,
    why: why.render(about, `line.${figure}`, displayed),
  });
  const own = (label: string, name: 'with' | 'without', found: typeof line.withLine) =>
    found === null
      ? []
      : [
          explainable(`Net IRR ${label}`, `${name}Irr`, displayedFigure({ field: 'irr', kind: 'return' }, found)),
          explainable(`TVPI ${label}`, `${name}Tvpi`, displayedFigure({ field: 'tvpi', kind: 'multiple' }, found)),
        ];
  const figures = [
    ...own('with the line', 'with', line.withLine),
    ...own('without it', 'without', line.withoutLine),
    explainable(inCurrency('Drawn', profile, profile.ownCurrency), 'balance', {
      kind: 'money',
      value: line.balance,
      ...(reason === undefined ? {} : { reason }),
    }),
  ];
  return (
    <Panel title="Subscription line">
      <FigureStrip figures={figures} />
      {line.bothRequired ? <p>A draw wasn’t repaid within 120 days, so GIPS requires both returns.</p> : null}
    </Panel>
  );
}

const horizonColumns = [
  { field: 'over', kind: 'text', title: 'Over' },
  { field: 'from', kind: 'date', title: 'From' },
  { field: 'irr', kind: 'return', title: 'Net IRR' },
] as const;

/** The net return over several horizons. Since inception, it is the return of the fund. */
export function Horizons({ profile, basisText }: ChartProps) {
  const { horizons } = profile;
  const why = useFigureWhy();
  if (horizons.length === 0) return null;
  const title = `Net IRR over time${basisText}`;
  const about = { subject: profile.id, date: profile.periodEndDate ?? '' };
  return (
    <Panel title={title} flush>
      <WhyTable>
        <DataTable
          label={title}
          columns={horizonColumns}
          rows={horizons}
          rowKey={({ horizon }) => horizon}
          cells={{
            over: ({ horizon }) => horizonTitles[horizon],
            irr: (row) =>
              why.cell(about, `horizon.${row.horizon}`, displayedFigure({ field: 'irr', kind: 'return' }, row)),
          }}
        />
      </WhyTable>
    </Panel>
  );
}

const versionColumns = [
  { field: 'periodEnd', kind: 'date', title: 'Quarter' },
  { field: 'version', kind: 'count', title: 'Version' },
  { field: 'state', kind: 'text', title: 'State' },
  { field: 'lockedDate', kind: 'instant', title: 'Locked' },
  { field: 'lockedBy', kind: 'text', title: 'By' },
] as const;
const mostVersions = 8;

function Versions({ profile }: { readonly profile: Profile }) {
  const { versions } = profile;
  if (versions.length === 0) return null;
  const latest = new Map(versions.toReversed().map(({ periodEnd, version }) => [periodEnd, version]));
  const rows = versions.slice(0, mostVersions).map((version) => ({
    ...version,
    state:
      latest.get(version.periodEnd) !== version.version
        ? 'Replaced'
        : version.status === 'LOCKED'
          ? 'Locked'
          : 'Reopened',
  }));
  const title =
    versions.length > mostVersions
      ? `Locked quarters (last ${valueText('count', String(mostVersions))})`
      : 'Locked quarters';
  return <TablePanel title={title} columns={versionColumns} rows={rows} rowKey={({ id }) => id} />;
}
