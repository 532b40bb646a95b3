import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
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
  type Reason,
} from '../../../record/profile/DaysSideBySide.tsx';
import { Texts } from '../../../record/run/Texts.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { CarryBasis } from './CarryBasis.tsx';
import { summaryLines, paidFigures } from './holderFigures.ts';
import styles from './portal.module.css';
import { leavingText } from './LeavingNote.tsx';
import { useHolder } from './useHolder.tsx';

/** Says how the firm treated the awards that had not vested, by the recorded treatment. */
const treatmentTexts: Readonly<Record<string, string>> = {
  FORFEIT: 'Your firm has forfeited awards that had not vested.',
  ACCELERATE: 'Your firm has vested awards early.',
};
const undecided = 'Your firm decides about awards that had not vested.';

type Vesting = Answer<'getPortalVesting'>;
type Leaving = Answer<'getPortalLeaving'>;

const accrued = [
  ['vestedBalance', 'Accrued, vested'],
  ['unvestedBalance', 'Accrued, not vested'],
  ['undeterminedBalance', 'Accrued, vesting not determined'],
  ['accruedBalance', 'Accrued, estimated'],
] as const;
const carried = [
  ['vestedCarryAmount', 'Vested at the day’s share'],
  ['forfeitedCarryAmount', 'Not vested at the day’s share'],
] as const;
const deferred = [
  ['paid', 'Deferred, paid by then'],
  ['closing', 'Deferred, vested and paid later'],
  ['forfeited', 'Deferred, forfeited'],
] as const;
/** The titles after leaving: the share is that of the last day, and deferred awards include what was paid or decided later. */
const titlesAfter: Readonly<Record<string, string>> = {
  'Vested at the day’s share': 'Vested at the share on leaving',
  'Not vested at the day’s share': 'Not vested at the share on leaving',
  'Deferred, paid by then': 'Deferred, paid until today',
  'Deferred, vested and paid later': 'Deferred, not paid or forfeited yet',
};

/**
 * Compares the amounts that the participant would keep and forfeit by leaving on several dates. After leaving, it splits the amounts of today by the
 * vesting of the last day of employment.
 */
export function PortalLeaving() {
  const { holder, home, choice } = useHolder();
  const today = useToday();
  const [chosen, choose] = useState<string | null>(null);
  const own = home?.holders.find((item) => item.holder === holder);
  const leavingDate = own?.leavingDate ?? null;
  const days = leavingDate ? [today] : [...new Set([...daysAtFirst(today), ...(chosen ? [chosen] : [])])].toSorted();
  const hasDeferred = holder === 0 && home?.displayed.pay === true;
  const { rows, failed, isLoading, texts, treatment } = useLeaving(holder, home ? days : [], {
    hasDeferred,
    leavingDate,
  });
  return (
    <Stack>
      <Panel title="Leaving" isPage>
        <div className={styles.tools}>
          {choice}
          {leavingDate ? null : (
            <AsOfInput
              title="Another day"
              help="In addition to today, the end of this year and the end of next year."
              onChange={choose}
            />
          )}
        </div>
        {leavingDate ? (
          <p>
            {leavingText(leavingDate, own?.rehireDate ?? null)} Carry accrued as of today is divided by the vesting on
            that day.
          </p>
        ) : null}
        <p className={styles.quiet}>
          Computed from today’s records, your vesting schedules and the terms of your deferred awards.{' '}
          {leavingDate
            ? `Deferred awards are as recorded until today.${hasDeferred && !isLoading ? ` ${treatmentTexts[treatment ?? ''] ?? undecided}` : ''}`
            : 'The unvested part counts as forfeited; your firm may decide otherwise when somebody leaves.'}{' '}
          Only deferred awards on your released compensation statements are included.
        </p>
        <CarryBasis />
        {own && home && own.summary.byCurrency.length > 0 ? (
          <>
            <p>{home.displayed.estimates ? 'Paid and accrued as of today:' : 'Paid as of today:'}</p>
            {summaryLines(own.summary).map((line) => (
              <FigureStrip key={line.currency ?? ''} figures={paidFigures(line, home.displayed)} />
            ))}
          </>
        ) : null}
      </Panel>
      {failed?.error ? (
        <ErrorState message={failureText(failed.error)} onRetry={failed.refetch} />
      ) : isLoading || !home ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState text="You have no carry or awards that vest." />
      ) : (
        <>
          <Texts tone="warn" texts={texts} />
          <DaysSideBySide
            label="Kept and forfeited amounts"
            corner={leavingDate ? 'As of' : 'If you leave on'}
            days={days}
            lines={leavingDate ? rows.map((row) => ({ ...row, title: titlesAfter[row.title] ?? row.title })) : rows}
          />
        </>
      )}
    </Stack>
  );
}

/** Reads the carry and the deferred awards that leaving on each of the dates would keep and forfeit. */
function useLeaving(
  holder: number,
  days: readonly string[],
  { hasDeferred, leavingDate }: { readonly hasDeferred: boolean; readonly leavingDate: string | null },
) {
  const queries = days.map((vestingDate) => ({ query: { holder, vestingDate } }));
  const carry = useReads(
    'getPortalVesting',
    queries.map((query) => JSON.stringify(query)),
  );
  const pay = useReads(
    'getPortalLeaving',
    hasDeferred ? days.map((day) => JSON.stringify({ query: { on: leavingDate ?? day } })) : [],
  );
  const failed = [carry, pay].find(({ error }) => error !== undefined);
  const dispatch = useAppDispatch();
  const whyCarry =
    (vestingDate: string, figure: (typeof carried | typeof accrued)[number][0], currency: string | null) => () =>
      readExplanation(dispatch, 'explainPortalVesting', {
        query: { holder, vestingDate, figure, currency: currency ?? '' },
      });
  const whyDeferred = (on: string, figure: (typeof deferred)[number][0], currency: string) => () =>
    readExplanation(dispatch, 'explainPortalLeaving', { query: { on, figure, currency } });
  const isSplit = carry.data.every((answer) =>
    (answer?.accrued ?? []).every(({ undeterminedBalance }) => Number(undeterminedBalance) === 0),
  );
  const rows = [
    ...linesOfDays(
      days,
      accrued.filter(([name]) => !isSplit || name !== 'undeterminedBalance'),
      (at, day) =>
        (carry.data[at]?.accrued ?? []).map((line) => ({
          currency: line.currency,
          figure: (name) => ({
            value: line[name],
            reasons: reasonsOf(line.undetermined),
            why: whyCarry(day, name, line.currency),
          }),
        })),
    ),
    ...linesOfDays(days, carried, (at, day) =>
      carryLines(carry.data[at]).map(({ currency, sums, reasons }) => ({
        currency,
        figure: (name) => ({
          value: sums?.[name] ?? null,
          reasons,
          why: whyCarry(day, name, currency),
        }),
      })),
    ),
    ...linesOfDays(days, deferred, (at, day) =>
      (pay.data[at]?.byCurrency ?? []).map((line: Leaving['byCurrency'][number]) => ({
        currency: line.currency,
        figure: (name) => ({ value: line[name], why: whyDeferred(leavingDate ?? day, name, line.currency) }),
      })),
    ),
  ];
  const isLoading = [...carry.data, ...pay.data].some((answer) => answer === undefined);
  const treatment = pay.data.map((answer) => answer?.treatment).find(Boolean);
  return { rows, failed, isLoading, texts: textsOf(leavingDate ? [] : days, carry.data), treatment };
}

/** Names the sources that were paid more than accrued, and a planned last day of employment before one of the days. */
function textsOf(days: readonly string[], answers: readonly (Vesting | undefined)[]): readonly string[] {
  const above = answers.flatMap((answer) =>
    (answer?.accrued ?? []).flatMap(({ currency, paidAbove }) =>
      paidAbove.map(
        ({ amount, ...source }) =>
          `${sourceText(source)}: you were paid ${valueText('money', amount)}${currency ? ` ${currency}` : ''} more than has been accrued. This reduces what is accrued and vested.`,
      ),
    ),
  );
  const capped = answers.flatMap((answer, at) =>
    answer && days[at] && answer.vestingDate !== days[at] ? [answer.vestingDate] : [],
  );
  return [
    ...above,
    ...capped.map((day) => `Your employment ends on ${formatDate(day)}. Nothing vests after that day.`),
  ];
}

/** Returns the lines of each currency, which are never added up. For a source that can't be computed, a line names the missing data. */
function carryLines({ byCurrency = [], sources = [] }: Partial<Vesting> = {}) {
  const missing = sources.filter(({ reason }) => reason !== null);
  return [...new Set([...byCurrency, ...missing].map(({ currency }) => currency))].map((currency) => ({
    currency,
    sums: byCurrency.find((sum) => sum.currency === currency),
    reasons: reasonsOf(missing.filter((award) => award.currency === currency)),
  }));
}

interface NamedInPortal {
  readonly sourceName: string;
  readonly sourceHolder: string | null;
}
const sourceText = ({ sourceName, sourceHolder }: NamedInPortal): string =>
  nameOfSource({ name: sourceName, holder: sourceHolder });

const reasonsOf = (sources: readonly (NamedInPortal & { readonly reason: string | null })[]): Reason[] =>
  sources.map((source) => ({ sourceName: sourceText(source), text: source.reason ?? '' }));

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
