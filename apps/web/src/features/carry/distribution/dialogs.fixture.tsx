import type { ReactNode } from 'react';
import { fn } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { SubmitDialog, type SubmitDialogProps } from './SubmitDialog.tsx';

export const outdatedProblem = {
  code: 'INPUTS_CHANGED',
  message:
    'The default allocation profiles have changed since this draft was saved. Save it again and review its warnings.',
  path: ['distributionSources'],
  location: null,
  acknowledgment: null,
};

export const kinds = ['Long-term gain', 'Short-term gain', 'Dividends', 'Interest'].map((description, at) => ({
  id: `k${String(at)}`,
  code: description,
  description,
  isActive: true,
})) as unknown as Answer<'listReferenceEntries'>;

export const candidates: Answer<'listApproverCandidates'> = [
  { id: 'a', name: 'Priya Raman', email: 'priya.raman@example.com', refusal: null, isPayee: false },
  { id: 'b', name: 'Noah Okafor', email: 'noah.okafor@example.com', refusal: null, isPayee: true },
  {
    id: 'c',
    name: 'Amelia Hartmann',
    email: 'amelia@example.com',
    refusal: 'Changed the distribution',
    isPayee: false,
  },
];

export const distribution: SubmitDialogProps['distribution'] = {
  id: 'd1',
  name: '2026 Q3',
  rowVersion: 4,
  approvals: [],
  problems: [],
  warnings: [],
  currency: { id: 'usd', code: 'USD' },
  numberOfParticipants: 44,
  reversalOf: null,
  reconciliation: {
    netDistributableAmount: '49590981.21',
    unallocated: '0.00',
    grossCarryDistributed: '49590981.21',
    tax: '17356843.42',
    escrow: '4996768.07',
    loanRepayment: '0.00',
    otherAdjustment: '0.00',
    netCarryDistributed: '27237369.72',
    totalCarryAdjustment: '22353611.49',
    difference: '0.00',
    determined: null,
  },
};

export const withKinds = (entries: Answer<'listReferenceEntries'>, dialog: ReactNode) => (
  <CachedAnswers
    answers={[cachedAnswer('listReferenceEntries', { params: { type: 'tax-characterization' } }, entries)]}
  >
    {dialog}
  </CachedAnswers>
);

const everyApprover: Answer<'getApprovalRule'> = {
  text: 'Every approver has to approve.',
  source: null,
  approvers: [],
  requiresApprovers: true,
};

export const submission = (
  overrides: Partial<SubmitDialogProps['distribution']>,
  approvers = candidates,
  rule = everyApprover,
) => (
  <CachedAnswers
    answers={[
      cachedAnswer('listApproverCandidates', { query: { distributionId: 'd1', submits: 'true' } }, approvers),
      cachedAnswer('getApprovalRule', { params: { id: 'd1' } }, rule),
    ]}
  >
    <SubmitDialog distribution={{ ...distribution, ...overrides }} onClose={fn()} />
  </CachedAnswers>
);

const leaverWarning = { code: 'TERMINATED_NOT_FULLY_VESTED', path: [], location: null };

export const leaverWarnings = ['Elena Kovacs', 'Felix Stein'].map((name) => ({
  ...leaverWarning,
  message: `${name} left on 04/28/2021 with 92% vested at Fund I, through ARP Alumni Partners LLC. This distribution pays 222,927.13, of which 17,834.17 is not vested.`,
  acknowledgment: name,
}));

const small = 'The other adjustment of Noah Okafor at Fund I is -12.50, which raises the net.';

export const leaverMessages = leaverWarnings.map(({ message }) => message);

export const mixedWarnings = [
  ...leaverWarnings,
  { ...leaverWarning, code: 'NEGATIVE_ADJUSTMENT', message: small, acknowledgment: null },
];

export const completeRun = {
  ...distribution,
  canEdit: true,
  warnings: mixedWarnings,
  problems: [],
  acknowledgments: [],
  approvals: [],
  distributionDate: '2026-09-30',
  currency: { id: 'usd', code: 'USD' },
  numberOfParticipants: 44,
  reversalOf: null,
};

export const textsIn = (element: HTMLElement) =>
  [...leaverMessages, small].filter((text) => element.textContent.includes(text));

export const leavers = ['Elena Kovacs', 'Bo Lind', 'Ada Osei'].map((name) => ({
  ...leaverWarning,
  message: `${name} left on 04/28/2021 with 92% vested at Fund I.`,
  acknowledgment: name,
}));

export const change = 'Records have changed since this was submitted: Elena Kovacs (terminated).';

export const changedWarnings = [change, 'A new draft would pay the same amounts.'].map((message) => ({
  ...outdatedProblem,
  message,
}));
