import { MOST_REASON } from '@carrara/contract/performance/ledger/reasonLength';
import type { Fields } from '@carrara/contract/core/fields';
import { notDetermined } from '@carrara/contract/core/kinds';
import { withDisplayedDays } from '@carrara/contract/core/displayedFigure';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readOnce, useRead, useWrite } from '../../../api/calls.ts';
import { failureText, failureWithStatus, isFailure } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import type { OfVehicle } from './ledgerDialog.ts';
import { carriedText } from './carriedText.ts';
import { ChangesDialog } from './ChangesDialog.tsx';
import { ClosingPanel, progressText } from './Closing.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { TieOutsDialog } from './TieOutsDialog.tsx';
import { useBookCarry } from './useBookCarry.tsx';
import { usePostCarry } from './usePostCarry.ts';

type Period = Answer<'listPeriods'>[number];
type ArgumentOf = (period: Period) => { readonly vehicleId: string; readonly endDate: string };

const columns = [
  { field: 'periodEnd', kind: 'date', title: 'Quarter' },
  { field: 'status', kind: 'text', title: 'Status' },
  { field: 'nav', kind: 'money', title: 'NAV', nullIs: notDetermined },
  { field: 'tieOuts', kind: 'text', title: 'Tie-outs' },
  { field: 'progress', kind: 'text', title: 'Steps done' },
  { field: 'lockedDate', kind: 'instant', title: 'Locked' },
  { field: 'lockedBy', kind: 'text', title: 'Locked by' },
  { field: 'version', kind: 'count', title: 'Version' },
] as const;
/** Returns a checkbox for each difference that has to be acknowledged. */
const toAcknowledge = (tieOuts: Answer<'listTieOuts'>): Fields =>
  Object.fromEntries(
    tieOuts
      .filter(({ blocksLock, differences }) => !blocksLock && differences.length > 0)
      .map(({ code, title, differences }) => [
        code,
        {
          kind: 'boolean',
          title: `Taken note of: ${title}`,
          help: differences.map(({ message }) => withDisplayedDays(message)).join(' \u00b7 '),
        },
      ]),
  );

/** True if a lock was refused because the figures have changed since they were confirmed. */
const isOfOtherFigures = (failure: unknown): boolean =>
  isFailure(failure) && failure.errors.some(({ code, path }) => code === 'CONFLICT' && path === 'figuresDigest');

/** Returns the contents of a lock: the net asset value, the version number, the state of the tie-outs, and holdings without a valuation. */
function lockLines(period: Answer<'getPeriod'>, tieOuts: Answer<'listTieOuts'>): readonly string[] {
  const nav = period.figures.find(({ subject }) => subject === 'VEHICLE');
  const off = tieOuts.filter(({ differences }) => differences.length > 0);
  const blocking = off.filter(({ blocksLock }) => blocksLock).map(({ code }) => code);
  const noted = off.filter(({ blocksLock }) => !blocksLock).map(({ code }) => code);
  return [
    `NAV: ${nav?.nav ? `${formatDecimal(nav.nav, 2)} ${nav.currency}` : 'not determined'}. It will be stored as version ${String((period.version ?? 0) + 1)}.`,
    off.length === 0 ? `All ${String(tieOuts.length)} tie-outs agree.` : '',
    blocking.length > 0 ? `These tie-outs don’t agree and block the lock: ${blocking.join(', ')}.` : '',
    noted.length > 0 ? `To acknowledge: ${noted.join(', ')}.` : '',
    carriedText(period) ?? '',
  ].filter((line) => line !== '');
}

/** Returns the effects of reopening a quarter. Changes that came after its lock don't move back into it. */
const reopenText = (isLp: boolean) =>
  [
    'All later quarters are reopened too. Entries made after the lock stay in the later quarter where they now appear.',
    ...(isLp ? ['To move a transferred change into this quarter, undo its transfer and accept it again.'] : []),
  ].join(' ');

/** Returns a function that opens the lock of a quarter, and the id of the quarter that is being compared before its lock. */
function useLock({
  argumentOf,
  periods,
}: {
  readonly argumentOf: ArgumentOf;
  readonly periods: readonly Period[] | undefined;
}) {
  const dispatch = useAppDispatch();
  const [lock] = useWrite('lockPeriod');
  const [comparing, setComparing] = useState<string>();
  const compared = async (period: Period, withEarlier: boolean) => {
    setComparing(period.id);
    try {
      const query = withEarlier ? { withEarlier: 'true' } : {};
      const [tieOuts, found] = await Promise.all([
        readOnce(dispatch, 'listTieOuts', { params: argumentOf(period), query }, 'fresh'),
        readOnce(dispatch, 'getPeriod', { params: argumentOf(period), query: {} }, 'fresh'),
      ]);
      return { notes: toAcknowledge(tieOuts), lines: lockLines(found, tieOuts), figuresDigest: found.figuresDigest };
    } catch (failure) {
      toastError(failureWithStatus(failure));
      return undefined;
    } finally {
      setComparing(undefined);
    }
  };
  const openLock = async (period: Period) => {
    const name = formatDate(period.periodEnd);
    const before = periods?.filter(({ periodEnd, status }) => status === 'OPEN' && periodEnd < period.periodEnd);
    const earlier: Fields = {
      withEarlier: { kind: 'boolean', title: `Also lock the earlier open quarters (${String(before?.length)})` },
    };
    const hasEarlier = before !== undefined && before.length > 0;
    let initial: Readonly<Record<string, unknown>> = {};
    let changed: string | undefined;
    do {
      const found = await compared(period, hasEarlier);
      if (found === undefined) return;
      const { notes, lines, figuresDigest } = found;
      const changedText = changed;
      changed = undefined;
      let version = 0;
      const isDone = await openFormDialog({
        title: `Lock ${name}`,
        fields: hasEarlier ? { ...earlier, ...notes } : notes,
        initial,
        saveLabel: 'Lock',
        more: () => (
          <>
            {changedText === undefined ? null : <Banner tone="warn">{changedText}</Banner>}
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </>
        ),
        save: async (values, all) => {
          const acknowledged = Object.keys(notes).filter((code) => all[code] === true);
          const withEarlier = all['withEarlier'] === true;
          const body = { rowVersion: period.rowVersion, acknowledged, withEarlier, figuresDigest };
          try {
            version = (await lock({ params: argumentOf(period), body })).version ?? 0;
          } catch (failure) {
            if (!isOfOtherFigures(failure)) throw failure;
            // Asks again with the current figures. Acknowledgments that were given stay.
            initial = all;
            changed = failureText(failure);
          }
        },
      });
      if (isDone && changed === undefined) toastSuccess(`${name} is locked as version ${String(version)}.`);
    } while (changed !== undefined);
  };
  return { comparing, openLock };
}

/** Returns a function that asks for the reason and reopens a quarter. */
function useReopening(argumentOf: ArgumentOf) {
  const [reopen] = useWrite('reopenPeriod');
  const isLp = useSession().settings?.isLpTenant === true;
  return async (period: Period) => {
    const name = formatDate(period.periodEnd);
    const isDone = await openFormDialog({
      title: `Reopen ${name}`,
      fields: {
        reason: { kind: 'longText', title: 'Reason', required: true, max: MOST_REASON, help: reopenText(isLp) },
      },
      saveLabel: 'Reopen',
      save: ({ reason }) =>
        reopen({ params: argumentOf(period), body: { rowVersion: period.rowVersion, reason: String(reason) } }),
    });
    if (isDone) toastSuccess(`${name} is open again.`);
  };
}

/** The row of a quarter that its first entry or value will open. */
const unopened = (vehicleId: string, periodEnd: string): Period => ({
  id: periodEnd,
  vehicleId,
  periodEnd,
  status: 'OPEN',
  rowVersion: 0,
  version: null,
  nav: null,
  currency: null,
  lockedDate: null,
  lockedBy: null,
  acknowledged: [],
});

/** The screen of each step of a quarter, with the button that leads there. */
const stepParts = {
  ENTRIES: { part: 'entries', label: 'Entries' },
  VALUES: { part: 'values', label: 'Values' },
  REPORTED: { part: 'reported', label: 'Reported figures' },
} as const;

/** Returns the buttons of a quarter, each only for a person who may use it. */
function useQuarterButtons({ vehicleId }: OfVehicle, periods: readonly Period[] | undefined) {
  const mayLock = useAllowed('period.edit');
  const mayReopen = useAllowed('period.reopen');
  const today = useToday();
  const hasEnded = ({ periodEnd }: Period) => periodEnd <= today;
  const argumentOf = ({ periodEnd }: Period) => ({ vehicleId, endDate: periodEnd });
  const { comparing, openLock } = useLock({ argumentOf, periods });
  const reopen = useReopening(argumentOf);
  const button = (label: string, period: Period, onClick: () => unknown) => (
    <RowButton
      label={label}
      subject={formatDate(period.periodEnd)}
      loading={label === 'Lock' && comparing === period.id}
      onClick={onClick}
    />
  );
  const lock = (period: Period) =>
    mayLock && period.status === 'OPEN' && hasEnded(period) ? button('Lock', period, () => openLock(period)) : null;
  return {
    hasEnded,
    button,
    tieOuts: (period: Period) =>
      button('Tie-outs', period, () =>
        openDialog<void>((close) => <TieOutsDialog {...argumentOf(period)} onClose={() => close()} />),
      ),
    changes: (period: Period) =>
      period.version === null
        ? null
        : button('Changes', period, () =>
            openDialog<void>((close) => <ChangesDialog {...argumentOf(period)} onClose={() => close()} />),
          ),
    lockOrReopen: (period: Period) =>
      mayReopen && period.status === 'LOCKED' ? button('Reopen', period, () => reopen(period)) : lock(period),
  };
}

/** The quarters of a fund: the checklist of the one to close, tie-outs before a lock, locking, reopening, and changes since. */
export function Quarters({ vehicleId }: OfVehicle) {
  const reading = useRead('listPeriods', { params: { vehicleId } });
  const { data: closings = [] } = useRead('listClosings', { params: { vehicleId } });
  const mayEdit = useAllowed('fundLedger.edit');
  const postCarry = usePostCarry(vehicleId);
  const bookCarry = useBookCarry(vehicleId);
  const [, setQuery] = useSearchParams();
  const [chosen, choose] = useInAddress('quarter');
  const { hasEnded, button, tieOuts, changes, lockOrReopen } = useQuarterButtons({ vehicleId }, reading.data);
  const closingOf = new Map(closings.map((closing) => [closing.periodEnd, closing]));
  const next = closings.find(({ isOpened }) => !isOpened);
  const rows = reading.data && [...(next ? [unopened(vehicleId, next.periodEnd)] : []), ...reading.data];
  // The first open quarter that has ended is the one to close.
  const current =
    rows?.find(({ periodEnd }) => periodEnd === chosen) ??
    rows?.findLast((period) => period.status === 'OPEN' && hasEnded(period)) ??
    rows?.[0];
  const isUnopened = ({ id }: Period) => next !== undefined && id === next.periodEnd;
  const closing = current && closingOf.get(current.periodEnd);
  /** True if the checklist above the table has the buttons of the quarter. */
  const isAbove = ({ id }: Period) => closing !== undefined && id === current?.id;
  return (
    <>
      {current && closing ? (
        <ClosingPanel
          closing={closing}
          actions={({ code, state }) => {
            if (code === 'TIE_OUTS') return isUnopened(current) ? null : tieOuts(current);
            if (code === 'LOCK') return isUnopened(current) ? null : lockOrReopen(current);
            if (code === 'PROPOSALS')
              return mayEdit && state === 'OPEN' ? button('Post carry paid', current, postCarry) : null;
            if (code === 'CARRY')
              return mayEdit && state === 'OPEN' ? button('Book carry', current, () => bookCarry(current)) : null;
            // Only the values of a quarter that has ended can be entered.
            if (code === 'VALUES' && !hasEnded(current)) return null;
            const { part, label } = stepParts[code];
            return button(label, current, () => setQuery({ part, quarter: current.periodEnd }));
          }}
        />
      ) : null}
      <LedgerTable
        title="Quarters"
        columns={columns}
        reading={{ ...reading, data: rows }}
        cells={{
          status: (period) => (
            <Tag>
              {period.status === 'LOCKED'
                ? 'Locked'
                : isUnopened(period)
                  ? 'Not opened'
                  : hasEnded(period)
                    ? 'Open'
                    : 'Open, not ended'}
            </Tag>
          ),
          nav: (period) =>
            isUnopened(period) ? null : <Value kind="money" value={period.nav} nullIs={notDetermined} />,
          tieOuts: ({ periodEnd, acknowledged }) => (
            <span title={acknowledged.map(({ code, title }) => `${code}: ${title}`).join('\n')}>
              {closingOf.get(periodEnd)?.steps.find(({ code }) => code === 'TIE_OUTS')?.detail}
            </span>
          ),
          progress: ({ periodEnd }) => {
            const own = closingOf.get(periodEnd);
            return own ? progressText(own) : null;
          },
        }}
        empty="No quarters yet. The first entry opens its quarter."
        rowActions={(period) => (
          <>
            {isAbove(period) ? null : button('Checklist', period, () => choose(period.periodEnd))}
            {isAbove(period) || isUnopened(period) ? null : tieOuts(period)}
            {changes(period)}
            {isAbove(period) || isUnopened(period) ? null : lockOrReopen(period)}
          </>
        )}
      />
    </>
  );
}
