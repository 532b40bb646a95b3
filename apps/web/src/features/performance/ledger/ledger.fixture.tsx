import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import { MemoryRouter } from 'react-router-dom';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { FundLedger } from './FundLedger.tsx';

type Commitment = Answer<'listCommitments'>[number];
export const fund = 'f1';
type Period = Answer<'listPeriods'>[number];
export const quarter = (periodEnd: string, status: Period['status'], version: number | null): Period => ({
  id: periodEnd,
  vehicleId: fund,
  periodEnd,
  status,
  rowVersion: 1,
  version,
  nav: '441250000.55',
  currency: 'EUR',
  lockedDate: null,
  lockedBy: null,
  acknowledged: [],
});

interface Overrides {
  readonly quarters?: readonly Period[] | undefined;
  readonly closings?: Answer<'listClosings'>;
  readonly commitments?: readonly Commitment[];
  readonly reported?: Answer<'listReported'>;
  /** The query of the tab's address. */
  readonly at?: string;
}

/** The Ledger tab of a fund for a performance controller. */
export function Ledger({ quarters, closings = [], commitments = [], reported = [], at = '' }: Overrides) {
  return (
    <CachedAnswers
      signedInAs="administrator"
      application="performance"
      answers={[
        ...(quarters ? [cachedAnswer('listPeriods', { params: { vehicleId: fund } }, [...quarters])] : []),
        cachedAnswer('listClosings', { params: { vehicleId: fund } }, closings),
        cachedAnswer('listCommitments', { query: { vehicleId: fund } }, [...commitments]),
        cachedAnswer('listReported', { query: { vehicleId: fund } }, reported),
        cachedAnswer('listHoldings', { query: { vehicleId: fund } }, []),
      ]}
    >
      <Feedback>
        <MemoryRouter initialEntries={[`/ledger${at}`]}>
          <FundLedger id={fund} />
        </MemoryRouter>
      </Feedback>
    </CachedAnswers>
  );
}

export const lockedPeriod: Period = {
  ...quarter('2026-03-31', 'LOCKED', 2),
  lockedDate: '2026-04-20T15:00:00Z',
  lockedBy: 'Ada Moss',
  acknowledged: [
    {
      code: 'T12',
      title: 'Reported figures are within 0.01% of the computed ones, and the partners’ NAV of the fund’s',
    },
    { code: 'T15', title: 'No partner’s unfunded commitment exceeds its commitment' },
  ],
};

export const quarters = [quarter('2026-06-30', 'OPEN', null), lockedPeriod];
