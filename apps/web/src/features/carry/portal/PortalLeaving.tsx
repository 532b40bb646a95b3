import { EmptyState, LoadingState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { type Explanation, ExplainedFigure, Panel } from '@carrara/ui/profile';
import { formatDate, Value, valueText } from '@carrara/ui/value';
import { useState } from 'react';
import { useReads } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { AsOfInput } from '../../../record/AsOfInput.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import styles from './portal.module.css';
import { useHolder } from './useHolder.tsx';

type Vesting = Answer<'getPortalVesting'>;
type Leaving = Answer<'getPortalLeaving'>;
type Explain = () => Promise<Explanation>;
interface Figure {
  readonly value: string | null;
  readonly why: Explain | undefined;
}
interface Row {
  readonly key: string;
  readonly title: string;
  /** By day. */
  readonly figures: Readonly<Record<string, Figure | undefined>>;
}

const carried = [
  ['originalCarryAmount', 'Your carry'],
  ['vestedCarryAmount', 'Carry vested: yours'],
  ['forfeitedCarryAmount', 'Carry not vested: forfeited'],
] as const;
const deferred = [
  ['paid', 'Deferred, paid by then'],
  ['closing', 'Deferred, vested and paid later'],
  ['forfeited', 'Deferred, not vested: forfeited'],
] as const;

/** What one would keep and forfeit by leaving on one day or another, side by side. */
export function PortalLeaving() {
  const { holder, home, choice } = useHolder();
  const today = useToday();
  const [chosen, choose] = useState<string | null>(null);
  const year = Number(today.slice(0, 4));
  const days = [
    ...new Set([today, `${String(year)}-12-31`, `${String(year + 1)}-12-31`, ...(chosen ? [chosen] : [])]),
  ].toSorted();
  const asked = days.map((vestingDate) => ({ query: { holder, vestingDate } }));
  const vestings = useReads(
    'getPortalVesting',
    asked.map((one) => JSON.stringify(one)),
  );
  const hasDeferred = holder === 0 && home?.shown.pay === true;
  const awards = useReads('getPortalLeaving', hasDeferred ? days.map((on) => JSON.stringify({ query: { on } })) : []);
  const dispatch = useAppDispatch();
  const whyCarry = (vestingDate: string, figure: (typeof carried)[number][0], currency: string | undefined) => () =>
    readExplanation(dispatch, 'explainPortalVesting', {
      query: { holder, vestingDate, figure, ...(currency === undefined ? {} : { currency }) },
    });
  const whyDeferred = (on: string, currency: string) => () =>
    readExplanation(dispatch, 'explainPortalLeaving', { query: { on, currency } });
  const rows = [
    ...rowsOf(days, carried, (at) => {
      const lines = linesOf(vestings[at]);
      return lines.map((line) => ({
        currency: line.currency,
        figure: (name) => ({
          value: line[name],
          why:
            line[name] === null
              ? undefined
              : whyCarry(days[at] ?? today, name, lines.length > 1 ? (line.currency ?? '') : undefined),
        }),
      }));
    }),
    ...rowsOf(days, deferred, (at) =>
      (awards[at]?.byCurrency ?? []).map((line: Leaving['byCurrency'][number]) => ({
        currency: line.currency,
        figure: (name) => ({
          value: line[name],
          why: name === 'closing' ? whyDeferred(days[at] ?? today, line.currency) : undefined,
        }),
      })),
    ),
  ];
  const columns = [
    { field: 'title', kind: 'text', title: 'If you leave on' },
    ...days.map((day) => ({ field: day, kind: 'money', title: formatDate(day) }) as const),
  ] as const;
  return (
    <Stack>
      <Panel title="If you leave" isPage>
        <div className={styles.tools}>
          {choice}
          <AsOfInput
            title="Another day"
            help="Beside today and the ends of this year and the next."
            onChange={choose}
          />
        </div>
        <p className={styles.quiet}>
          What today’s records give on each day, by your vesting schedules and the terms of your deferred awards. What
          has not vested counts as forfeited; your firm may treat it otherwise when somebody leaves. Deferred awards are
          those that your released statements of pay tell of.
        </p>
      </Panel>
      {vestings.some((one) => one === undefined) ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState text="You hold nothing that vests." />
      ) : (
        <Panel title="Day by day" flush>
          <DataTable
            label="What you would keep and forfeit"
            columns={columns}
            rows={rows}
            rowKey={({ key }) => key}
            cells={Object.fromEntries(days.map((day) => [day, (row: Row) => <Cell figure={row.figures[day]} />]))}
          />
        </Panel>
      )}
    </Stack>
  );
}

function Cell({ figure }: { readonly figure: Figure | undefined }) {
  const value = figure?.value ?? null;
  const drawn = <Value kind="money" value={value} />;
  return figure?.why ? (
    <ExplainedFigure figure={valueText('money', value)} load={figure.why}>
      {drawn}
    </ExplainedFigure>
  ) : (
    drawn
  );
}

/** With several currencies each by itself: they are never added up. */
const linesOf = (vesting: Vesting | undefined) =>
  vesting === undefined || vesting.byCurrency.length === 0
    ? []
    : vesting.byCurrency.map((line, at) =>
        at === 0 && vesting.byCurrency.length === 1 ? { ...vesting.totals, currency: line.currency } : line,
      );

/** A row for each figure of each currency that any of the days has. */
function rowsOf<N extends string>(
  days: readonly string[],
  names: readonly (readonly [N, string])[],
  linesAt: (at: number) => readonly { readonly currency: string | null; readonly figure: (name: N) => Figure }[],
): readonly Row[] {
  const lines = days.map((_, at) => linesAt(at));
  const currencies = [...new Set(lines.flat().map(({ currency }) => currency))];
  return currencies.flatMap((currency) =>
    names.map(([name, title]) => ({
      key: `${name} ${currency ?? ''}`,
      title: currency ? `${title}, ${currency}` : title,
      figures: Object.fromEntries(
        days.map((day, at) => [day, lines[at]?.find((line) => line.currency === currency)?.figure(name)]),
      ),
    })),
  );
}
