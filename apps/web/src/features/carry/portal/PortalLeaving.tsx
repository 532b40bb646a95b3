import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useState } from 'react';
import { useReads } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import {
  daysAtFirst,
  DaysSideBySide,
  type FigureOfDay,
  type LineOfDays,
} from '../../../record/profile/DaysSideBySide.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { CarryBasis } from './CarryBasis.tsx';
import { linesOf, paidFigures } from './holderFigures.ts';
import styles from './portal.module.css';
import { useHolder } from './useHolder.tsx';

type Vesting = Answer<'getPortalVesting'>;
type Leaving = Answer<'getPortalLeaving'>;

const accrued = [
  ['vestedBalance', 'Accrued and vested'],
  ['unvestedBalance', 'Accrued, forfeited'],
] as const;
const carried = [
  ['vestedCarryAmount', 'Vested at today’s share'],
  ['forfeitedCarryAmount', 'Not vested at today’s share'],
] as const;
const deferred = [
  ['paid', 'Deferred, paid by then'],
  ['closing', 'Deferred, vested and paid later'],
  ['forfeited', 'Deferred, forfeited'],
] as const;

/** Compares the amounts that the participant would keep and forfeit by leaving on several dates. */
export function PortalLeaving() {
  const { holder, home, choice } = useHolder();
  const today = useToday();
  const [chosen, choose] = useState<string | null>(null);
  const days = [...new Set([...daysAtFirst(today), ...(chosen ? [chosen] : [])])].toSorted();
  const own = home?.holders.find((item) => item.holder === holder);
  const hasDeferred = holder === 0 && home?.displayed.pay === true;
  const { rows, failed, isLoading } = useLeaving(holder, days, hasDeferred);
  return (
    <Stack>
      <Panel title="If you leave" isPage>
        <div className={styles.tools}>
          {choice}
          <AsOfInput
            title="Another day"
            help="In addition to today, the end of this year and the end of next year."
            onChange={choose}
          />
        </div>
        <p className={styles.quiet}>
          Computed from today’s records, your vesting schedules and the terms of your deferred awards. The unvested part
          counts as forfeited; your firm may decide otherwise when somebody leaves. Only deferred awards on your
          released compensation statements are included.
        </p>
        <CarryBasis />
        {own && home && own.summary.byCurrency.length > 0 ? (
          <>
            <p>{home.displayed.estimates ? 'Paid and accrued as of today:' : 'Paid as of today:'}</p>
            {linesOf(own.summary).map((line) => (
              <FigureStrip key={line.currency ?? ''} figures={paidFigures(line, home.displayed)} />
            ))}
          </>
        ) : null}
      </Panel>
      {failed?.error ? (
        <ErrorState message={failureText(failed.error)} onRetry={failed.refetch} />
      ) : isLoading ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState text="You have no carry or awards that vest." />
      ) : (
        <DaysSideBySide label="Kept and forfeited amounts" corner="If you leave on" days={days} lines={rows} />
      )}
    </Stack>
  );
}

/** Reads the carry and the deferred awards that leaving on each of the dates would keep and forfeit. */
function useLeaving(holder: number, days: readonly string[], hasDeferred: boolean) {
  const queries = days.map((vestingDate) => ({ query: { holder, vestingDate } }));
  const carry = useReads(
    'getPortalVesting',
    queries.map((query) => JSON.stringify(query)),
  );
  const pay = useReads('getPortalLeaving', hasDeferred ? days.map((on) => JSON.stringify({ query: { on } })) : []);
  const failed = [carry, pay].find(({ error }) => error !== undefined);
  const dispatch = useAppDispatch();
  const whyCarry = (vestingDate: string, figure: (typeof carried)[number][0], currency: string | null) => () =>
    readExplanation(dispatch, 'explainPortalVesting', {
      query: { holder, vestingDate, figure, currency: currency ?? '' },
    });
  const whyDeferred = (on: string, currency: string) => () =>
    readExplanation(dispatch, 'explainPortalLeaving', { query: { on, currency } });
  const rows = [
    ...linesOfDays(days, accrued, (at) =>
      (carry.data[at]?.accrued ?? []).map((line) => ({
        currency: line.currency,
        figure: (name) => ({ value: line[name], reason: line.reason }),
      })),
    ),
    ...linesOfDays(days, carried, (at, day) =>
      carryLines(carry.data[at]).map(({ currency, sums, reason }) => ({
        currency,
        figure: (name) => ({
          value: sums?.[name] ?? null,
          reason,
          why: whyCarry(day, name, currency),
        }),
      })),
    ),
    ...linesOfDays(days, deferred, (at, day) =>
      (pay.data[at]?.byCurrency ?? []).map((line: Leaving['byCurrency'][number]) => ({
        currency: line.currency,
        figure: (name) => ({
          value: line[name],
          why: name === 'closing' ? whyDeferred(day, line.currency) : undefined,
        }),
      })),
    ),
  ];
  const isLoading = [...carry.data, ...pay.data].some((answer) => answer === undefined);
  return { rows, failed, isLoading };
}

/** Returns the lines of each currency, which are never added up. For a source that can't be computed, a line names the missing data. */
function carryLines({ byCurrency = [], sources = [] }: Partial<Vesting> = {}) {
  const missing = sources.filter(({ reason }) => reason !== null);
  return [...new Set([...byCurrency, ...missing].map(({ currency }) => currency))].map((currency) => ({
    currency,
    sums: byCurrency.find((sum) => sum.currency === currency),
    reason:
      missing
        .filter((award) => award.currency === currency)
        .map(({ sourceName, reason }) => `Excludes ${sourceName}: ${reason ?? ''}`)
        .join(' ') || null,
  }));
}

/** Returns a line for each figure of each currency that occurs on any of the dates. */
function linesOfDays<N extends string>(
  days: readonly string[],
  names: readonly (readonly [N, string])[],
  linesAt: (
    at: number,
    day: string,
  ) => readonly { readonly currency: string | null; readonly figure: (name: N) => FigureOfDay }[],
): readonly LineOfDays[] {
  const lines = days.map((day, at) => linesAt(at, day));
  const currencies = [...new Set(lines.flat().map(({ currency }) => currency))];
  return currencies.flatMap((currency) =>
    names.map(([name, title]) => ({
      title,
      currency,
      figures: Object.fromEntries(
        days.map((day, at) => [day, lines[at]?.find((line) => line.currency === currency)?.figure(name)]),
      ),
    })),
  );
}
