import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { MoveButtons } from '../../../record/profile/Moves.tsx';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';
import { CharacterizationDialog } from './CharacterizationDialog.tsx';
import { ownMoves } from './ownMoves.ts';
import { RunBar, type RunBarProps } from './RunBar.tsx';
import { DistributionActions } from './DistributionActions.tsx';
import { RunNotices } from './RunNotices.tsx';
import { withWarnings } from '../../../record/run/WarningList.tsx';
import { SelectSourcesDialog } from './SelectSourcesDialog.tsx';
import { SubmitDialog, type SubmitDialogProps } from './SubmitDialog.tsx';

const kinds = ['Long-term gain', 'Short-term gain', 'Dividends', 'Interest'].map((description, at) => ({
  id: `k${String(at)}`,
  code: description,
  description,
  isActive: true,
})) as unknown as Answer<'listReferenceEntries'>;
const candidates: Answer<'listApproverCandidates'> = [
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

const distribution: SubmitDialogProps['distribution'] = {
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

const meta: Meta = { title: 'features/Dialogs of a distribution' };
export default meta;
type Story = StoryObj;

const withKinds = (entries: Answer<'listReferenceEntries'>, dialog: ReactNode) => (
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
const submission = (
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

export const Characterizations: Story = {
  render: () =>
    withKinds(kinds, <CharacterizationDialog sourceName="Meridian Health Systems" existing={[]} onClose={fn()} />),
};
export const CharacterizationsAmiss: Story = {
  render: () =>
    withKinds(
      kinds,
      <CharacterizationDialog
        sourceName="Société Générale de Participations Industrielles et Financières"
        existing={[
          { id: 'k0', percent: '60' },
          { id: 'k2', percent: '30' },
        ]}
        onClose={fn()}
      />,
    ),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Use' }));
    await expect(screen.getByText(/must total exactly 100; they total 90/)).toBeVisible();
  },
};
export const NoCharacterizations: Story = {
  render: () => withKinds([], <CharacterizationDialog sourceName="Meridian" existing={[]} onClose={fn()} />),
};

export const Submit: Story = {
  render: () => submission({}),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }));
    await expect(screen.getByText('Please specify Approvers')).toBeVisible();
  },
};
export const SubmitByPolicy: Story = {
  name: 'The approvers of the policy are chosen and stay, and payees are marked',
  render: () =>
    submission({}, candidates, {
      text: 'The approvers decide one after another, and every one has to approve.',
      source:
        'Approval policy of 01/01/2026, for amounts from 10,000,000.00 USD. This distribution: 49,590,981.21 USD.',
      approvers: [{ id: 'a', name: 'Priya Raman' }],
      requiresApprovers: true,
    }),
  play: async () => {
    const named = await screen.findByRole('checkbox', { name: 'Priya Raman' });
    await expect(named).toBeChecked();
    await expect(named).toBeDisabled();
    await expect(screen.getByText(/Paid by this distribution, so can’t approve it alone/)).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Noah Okafor' }));
    await expect(screen.getByRole('checkbox', { name: 'Noah Okafor' })).toBeChecked();
  },
};
export const SubmitWithWarnings: Story = {
  render: () =>
    submission({
      warnings: [
        {
          code: 'TERMINATED_NOT_FULLY_VESTED',
          message:
            'Zanele Mokoena left on 04/28/2021 with 92% vested at Meridian Health Systems. This distribution pays 222,927.13, of which 17,834.17 is not vested.',
          path: [],
          location: null,
          acknowledgment: 'w1',
        },
      ],
    }),
  play: async () => {
    await expect(
      await screen.findByText(/Send gross USD 49,590,981\.21, net USD 27,237,369\.72, to 44 payees/),
    ).toBeVisible();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Priya Raman/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    const warning = screen.getByRole('checkbox', { name: /Zanele Mokoena left on/ });
    await expect(screen.getByRole('alert')).toHaveTextContent('Acknowledge every warning before you submit.');
    await expect(screen.getByRole('group', { name: /I acknowledge this/ })).toContainElement(screen.getByRole('alert'));
    await expect(warning).toHaveFocus();
    await expect(warning).toBeInvalid();
    await userEvent.click(warning);
    await expect(screen.queryByRole('alert')).toBeNull();
  },
};
const problem = (message: string) => ({
  code: 'CHARACTERIZATION_MISSING',
  message,
  path: [],
  location: null,
  acknowledgment: null,
});
/** Nothing can be submitted while items remain, so the dialog lists only them. */
export const SubmitWithItemsToFix: Story = {
  render: () =>
    submission({
      problems: [
        problem('Fund I has no characterizations.'),
        problem('Fund II has no amount.'),
        problem('Fund II has no amount.'),
      ],
      warnings: warned,
    }),
  play: async () => {
    await expect(await screen.findByText('2 items to fix before you can submit')).toBeVisible();
    await expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Fund I has no characterizations.',
      'Fund II has no amount.',
    ]);
    await expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await expect(screen.queryByRole('checkbox')).toBeNull();
  },
};
/** Many items scroll, and the button stays in reach. */
export const SubmitWithManyItemsToFix: Story = {
  render: () =>
    submission({
      problems: Array.from({ length: 60 }, (_, at) =>
        problem(
          `Alder Ridge Partners Fund I, L.P.: Basalt Construction Materials Tranche # ${String(at + 1)} has no characterizations.`,
        ),
      ),
    }),
  play: async () => {
    await expect(await screen.findByText('60 items to fix before you can submit')).toBeVisible();
    const dialog = screen.getByRole('dialog');
    const inView = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.top >= 0 && box.left >= 0 && box.bottom <= window.innerHeight && box.right <= window.innerWidth;
    };
    const buttons = () => within(dialog).getAllByRole('button', { name: 'Close' });
    await waitFor(() => expect(buttons().map(inView)).toEqual([true, true]));
    const items = screen.getAllByRole('listitem');
    items.at(-1)?.scrollIntoView({ block: 'center' });
    await waitFor(() => expect(inView(items.at(-1)!)).toBe(true));
    await expect(buttons().map(inView)).toEqual([true, true]);
  },
};
export const SubmitWithManyItemsOnAPhone: Story = {
  ...SubmitWithManyItemsToFix,
  globals: { viewport: { value: 'mobile1' } },
};
/** The dialog is longer than the window, and its button is at the bottom. */
export const SubmitFromTheFoot: Story = {
  render: () =>
    submission(
      {},
      Array.from({ length: 40 }, (_, at) => ({ ...candidates[0]!, id: String(at), name: `Approver ${String(at)}` })),
    ),
  play: async () => {
    const submit = await screen.findByRole('button', { name: 'Submit' });
    for (let times = 0; times < 2; times += 1) {
      submit.scrollIntoView({ block: 'end' });
      await userEvent.click(submit);
      const { top, bottom } = screen.getByText('Please specify Approvers').getBoundingClientRect();
      await expect(top >= 0 && bottom <= window.innerHeight).toBe(true);
    }
  },
};
const sent: string[] = [];
/** A single call adds the approvers and submits, so that a refusal changes nothing and the next attempt still has the right version. */
export const SubmitAgain: Story = {
  beforeEach: () => {
    const before = window.fetch;
    const refusal = { Message: 'Refused', ExceptionMessage: 'Too early.', Errors: [] };
    sent.length = 0;
    window.fetch = (input) => {
      sent.push(input instanceof Request ? input.url : String(input));
      const headers = { 'content-type': 'application/json' };
      return Promise.resolve(new Response(JSON.stringify(refusal), { status: 422, headers }));
    };
    return () => {
      window.fetch = before;
    };
  },
  render: () => submission({}),
  play: async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: /Priya Raman/ }));
    for (const times of [1, 2]) {
      await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
      await waitFor(() => expect(sent).toHaveLength(times));
      await expect(await screen.findByText('Too early.')).toBeVisible();
    }
    await expect(sent.every((url) => url.includes('submit-for-approval'))).toBe(true);
  },
};
const warned = ['Elena Kovacs', 'Felix Stein'].map((name) => ({
  code: 'TERMINATED_NOT_FULLY_VESTED',
  message: `${name} left on 04/28/2021 with 92% vested at Fund I, through ARP Alumni Partners LLC. This distribution pays 222,927.13, of which 17,834.17 is not vested.`,
  path: [],
  location: null,
  acknowledgment: name,
}));
/** The approver acknowledges the same warnings as the author, one by one or all at once. */
export const Approve: Story = {
  render: () => (
    <CachedAnswers answers={[]}>
      <ApproveDialog
        distribution={{
          ...distribution,
          warnings: warned,
          distributionDate: '2026-09-30',
          currency: { id: 'usd', code: 'USD' },
          numberOfParticipants: 44,
          reversalOf: null,
        }}
        onClose={fn()}
      />
    </CachedAnswers>
  ),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    await expect(screen.getByText('Acknowledge every warning before you approve.')).toBeVisible();
    await expect(screen.getByRole('checkbox', { name: 'All 2 to acknowledge' })).toHaveFocus();
    await userEvent.click(screen.getByRole('checkbox', { name: 'All 2 to acknowledge' }));
    for (const name of [/Elena Kovacs/, /Felix Stein/])
      await expect(screen.getByRole('checkbox', { name })).toBeChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: /Felix Stein/ }));
    await expect(screen.getByRole('checkbox', { name: 'All 2 to acknowledge' })).not.toBeChecked();
  },
};
const small = 'The other adjustment of Noah Okafor at Fund I is -12.50, which raises the net.';
const toAcknowledge = warned.map(({ message }) => message);
const mixed = [...warned, { ...warned[0]!, code: 'NEGATIVE_ADJUSTMENT', message: small, acknowledgment: null }];
const completeRun = {
  ...distribution,
  canEdit: true,
  warnings: mixed,
  problems: [],
  acknowledgments: [],
  approvals: [],
  distributionDate: '2026-09-30',
  currency: { id: 'usd', code: 'USD' },
  numberOfParticipants: 44,
  reversalOf: null,
};
const textsIn = (element: HTMLElement) =>
  [...toAcknowledge, small].filter((text) => element.textContent.includes(text));
const noticed = (status: string, acknowledgments: Distribution['acknowledgments'] = []) => (
  <RunNotices distribution={{ ...completeRun, status: { code: status, description: status }, acknowledgments }} />
);
/** The page, the editor and the dialogs count and list the same warnings of a version, also those without an acknowledgment. */
export const SameWarningsOnThePage: Story = {
  render: () => noticed('DRAFT'),
  play: async ({ canvasElement }) => {
    await expect(screen.getByRole('button', { name: '3 warnings' })).toBeVisible();
    await expect(textsIn(canvasElement)).toHaveLength(3);
  },
};
export const SameWarningsAfterSubmission: Story = {
  render: () =>
    noticed(
      'SUB',
      toAcknowledge.map((text) => ({
        text,
        acknowledgedBy: 'Clara Voss',
        acknowledgedDate: '2026-10-01T12:00:00.000Z',
      })),
    ),
  play: async ({ canvasElement }) => {
    await expect(screen.getByRole('button', { name: '3 warnings, 2 acknowledged' })).toBeVisible();
    await expect(textsIn(canvasElement)).toHaveLength(3);
  },
};
export const SameWarningsInTheEditor: Story = {
  render: () => (
    <RunBar
      state={{ kind: 'reconciled' }}
      generation={
        {
          run: { warnings: mixed, problems: [] },
          current: undefined,
          refusals: [],
          isComputing: false,
          away: undefined,
          recompute: fn(),
        } as unknown as RunBarProps['generation']
      }
      hasSources
      isStarted
      acknowledgment={undefined}
      note=""
      isSaving={false}
      onNavigate={fn()}
      onCancel={fn()}
    />
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(screen.getByRole('button', { name: '3 warnings' }));
    await expect(textsIn(canvasElement)).toHaveLength(3);
  },
};
export const SameWarningsToSubmit: Story = {
  render: () => submission({ warnings: mixed }),
  play: async () => {
    await expect(await screen.findByText('3 warnings, 2 to acknowledge')).toBeVisible();
    await expect(textsIn(screen.getByRole('dialog'))).toHaveLength(3);
  },
};
export const SameWarningsToApprove: Story = {
  render: () => (
    <CachedAnswers answers={[]}>
      <ApproveDialog distribution={completeRun} onClose={fn()} />
    </CachedAnswers>
  ),
  play: async () => {
    await expect(await screen.findByText('3 warnings, 2 to acknowledge')).toBeVisible();
    await expect(screen.getByText('No acknowledgment needed:')).toBeVisible();
    await expect(textsIn(screen.getByRole('dialog'))).toHaveLength(3);
  },
};
/** More than two notices are folded to a line, so that the payees stay in view. A rejection names its author and the reason. */
export const Notices: Story = {
  render: () => (
    <RunNotices
      distribution={{
        ...completeRun,
        status: { code: 'REJ', description: 'Rejected' },
        warnings: [
          ...warned,
          {
            ...warned[0]!,
            code: 'NOT_PRINTABLE',
            message: 'Nothing has been accrued at Tranche #1, but it pays 0.05.',
          },
        ],
        approvals: [
          {
            id: 'a1',
            approver: { id: 'p1', name: 'Priya Raman' },
            decidedBy: null,
            isPayee: false,
            isRequested: false,
            reason: null,
            substitute: null,
            approvalDecision: 'REJ',
            approvalComments: 'Noah repaid 13,500, not 12,500.',
            decidedDate: '2026-10-02T14:12:00.000Z',
            refusal: null,
          },
        ],
      }}
    />
  ),
  play: async () => {
    await expect(await screen.findByText(/Rejected by Priya Raman.*Noah repaid 13,500/)).toBeVisible();
    await expect(screen.getByText(/Elena Kovacs/), 'folded, and whole on paper').not.toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '3 warnings' }));
    await expect(screen.getByText(/Elena Kovacs/)).toBeVisible();
  },
};
const outdated = {
  code: 'INPUTS_CHANGED',
  message:
    'The default allocation profiles have changed since this draft was saved. Save it again and review its warnings.',
  path: ['distributionSources'],
  location: null,
  acknowledgment: null,
};
const outdatedDraft = (canEdit: boolean) => (
  <CachedAnswers answers={[]} signedInAs={canEdit ? 'editor' : 'viewer'}>
    <RunNotices
      distribution={{
        ...completeRun,
        status: { code: 'DRAFT', description: 'Draft' },
        problems: [outdated],
        warnings: [],
        canEdit,
      }}
    />
  </CachedAnswers>
);
const requests: { readonly url: string; readonly body: unknown }[] = [];
/** A draft whose records have changed says so before it is submitted, and can be saved again. */
export const OutdatedDraft: Story = {
  beforeEach: () => {
    requests.length = 0;
    const before = window.fetch;
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      requests.push({ url: request.url, body: await request.json() });
      return new Response(JSON.stringify({ Id: 'd1', Name: '2026 Q3' }), {
        status: 200,
        headers: { 'content-type': 'application/json' },
      });
    };
    return () => {
      window.fetch = before;
    };
  },
  render: () => outdatedDraft(true),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^1 item to fix before you can submit/)).toBeVisible();
    await expect(canvas.getByText(outdated.message)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    await expect(requests[0]).toEqual({
      url: expect.stringMatching(/\/api\/carry\/distribution\/d1\/recompute$/),
      body: { RowVersion: 4 },
    });
  },
};
export const OutdatedDraftOfOthers: Story = {
  render: () => outdatedDraft(false),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(outdated.message)).toBeVisible();
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};
/** Many warnings of one cause are a line, which opens. */
export const ManyWarningsOfACause: Story = {
  render: () => (
    <RunNotices
      distribution={{
        ...completeRun,
        status: { code: 'SUB', description: 'Submitted' },
        warnings: ['Elena Kovacs', 'Bo Lind', 'Ada Osei'].map((name) => ({
          ...warned[0]!,
          code: 'TERMINATED_NOT_FULLY_VESTED',
          message: `${name} left.`,
          acknowledgment: name,
        })),
      }}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Bo Lind left.')).not.toBeVisible();
    await userEvent.click(canvas.getByText('Payments to people who left before they were fully vested (3)'));
    await expect(canvas.getByText('Bo Lind left.')).toBeVisible();
  },
};
const leavers = ['Elena Kovacs', 'Bo Lind', 'Ada Osei'].map((name) => ({
  ...warned[0]!,
  message: `${name} left on 04/28/2021 with 92% vested at Fund I.`,
  acknowledgment: name,
}));
const change = 'Records have changed since this was submitted: Elena Kovacs (terminated).';
const changed = [change, 'A new draft would pay the same amounts.'].map((message) => ({
  ...outdated,
  message,
}));
/** A change after the submission is a notice of its own, first and unfolded, and isn't counted as a warning. */
export const ChangedSinceSubmission: Story = {
  render: () => (
    <RunNotices
      distribution={{
        ...completeRun,
        status: { code: 'SUB', description: 'Submitted' },
        warnings: [...changed, ...leavers, ...mixed.slice(1)],
      }}
    />
  ),
  play: async ({ canvas }) => {
    const first = canvas.getByText(change);
    await expect(first).toBeVisible();
    await expect(canvas.getByText('A new draft would pay the same amounts.')).toBeVisible();
    const counted = canvas.getByText('5 warnings');
    await expect(first.compareDocumentPosition(counted)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
};
/** A change is a notice even if there are no warnings. */
export const OnlyAChange: Story = {
  render: () => (
    <RunNotices
      distribution={{ ...completeRun, status: { code: 'APP', description: 'Approved' }, warnings: changed }}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(change)).toBeVisible();
    await expect(canvas.queryByText(/warning/)).toBeNull();
  },
};
/** A confirmation names the change first and counts the warnings without it. */
export const ConfirmAfterAChange: Story = {
  render: () => <div>{withWarnings('Disburse 2026 Q3?', [...changed, ...mixed])}</div>,
  play: async ({ canvas }) => {
    const counted = canvas.getByText('3 warnings');
    await expect(canvas.getByText(change).compareDocumentPosition(counted)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
};
/** One checkbox covers the warnings of a cause. The records that have changed come first. */
export const ApproveByCause: Story = {
  render: () => (
    <CachedAnswers answers={[]}>
      <ApproveDialog
        distribution={{
          ...completeRun,
          warnings: [
            ...changed,
            ...leavers,
            { ...warned[0]!, code: 'PAID_ABOVE_ACCRUED', message: 'Pays more than accrued.', acknowledgment: 'above' },
          ],
        }}
        onClose={fn()}
      />
    </CachedAnswers>
  ),
  play: async () => {
    await expect(await screen.findByText('4 warnings, 4 to acknowledge')).toBeVisible();
    await expect(screen.getByText(change)).toBeVisible();
    const all = screen.getByRole('checkbox', { name: 'All 4 to acknowledge' });
    const cause = screen.getByRole('checkbox', {
      name: 'Payments to people who left before they were fully vested (3)',
    });
    await expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    await userEvent.click(cause);
    await expect(cause).toBeChecked();
    await expect(all).toBePartiallyChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pays more than accrued.' }));
    await expect(all).toBeChecked();
    await userEvent.click(screen.getByText('Show all 3'));
    await expect(screen.getByText(leavers[1]!.message)).toBeVisible();
    const list = screen.getByRole('group', { name: /I acknowledge this/ });
    await expect(list.scrollHeight).toBe(list.clientHeight);
  },
};
const withoutFunds = () => (
  <CachedAnswers signedInAs="editor" answers={[cachedAnswer('listDistributionSourceOptions', { query: {} }, [])]}>
    <SelectSourcesDialog distributionDate={null} chosen={[]} onClose={fn()} />
  </CachedAnswers>
);
/** A new firm has nothing to choose from yet. */
export const NoSources: Story = {
  render: withoutFunds,
  play: async () => {
    await expect(
      await screen.findByText('There are no sources yet. Add a fund first, then its allocation profile.'),
    ).toBeVisible();
    await expect(screen.getByRole('link', { name: 'Add fund' })).toHaveAttribute('href', '#/carry/fund/add');
    await expect(screen.queryByText('Nothing matches.')).toBeNull();
  },
};
/** A paid run displays no warnings. */
export const NoticesOfAPaidRun: Story = {
  render: () => (
    <>
      <RunNotices
        distribution={{
          ...completeRun,
          status: { code: 'DISB', description: 'Disbursed' },
          warnings: warned,
        }}
      />
      Paid
    </>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Paid')).toBeVisible();
    await expect(canvas.queryByText(/Elena Kovacs|warning/)).toBeNull();
  },
};

const releases: string[] = [];
const releasing = (status: number, body: object) => () => {
  releases.length = 0;
  const before = window.fetch;
  window.fetch = async (input) => {
    releases.push(input instanceof Request ? input.url : String(input));
    return Response.json(body, { status });
  };
  return () => {
    window.fetch = before;
  };
};
/** The letters of a reversal would surprise recipients who never got those of the distribution. */
export const ReleaseOfAReversal: Story = {
  beforeEach: releasing(200, { TotalItemCount: 0, PageData: [] }),
  render: () => (
    <CachedAnswers answers={[]} signedInAs="administrator">
      <MemoryRouter>
        <DistributionActions
          distribution={
            {
              ...completeRun,
              status: { code: 'DISB', description: 'Disbursed' },
              reversalOf: { id: 'd0', name: '2026 Q2' },
              reversedBy: null,
              actions: [],
              isDetermined: true,
            } as unknown as Distribution
          }
        />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Letters' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Release to portal' }));
    await expect(await screen.findByText(/^The letters of 2026 Q2 were never released\./)).toBeVisible();
    await expect(releases.some((url) => /delivery\?objectId=d0/.test(url))).toBe(true);
  },
};
/** Without knowing whether the original letters were released, nothing is asked. */
export const ReleaseThatCannotBeChecked: Story = {
  ...ReleaseOfAReversal,
  beforeEach: releasing(503, { Message: 'The deliveries can’t be read now.' }),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Letters' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Release to portal' }));
    await waitFor(() => expect(releases).not.toHaveLength(0));
    await expect(screen.findByRole('dialog', { name: /^Release the letters/ })).rejects.toThrow();
  },
};

const movesOf = (code: string) => {
  const moved = { ...distribution, status: { code, description: code } } as unknown as Distribution;
  return (
    <CachedAnswers answers={[]} signedInAs="editor">
      <MemoryRouter>
        <MoveButtons
          lifecycle="distribution"
          record={moved}
          events={['submitDistribution']}
          own={ownMoves(moved, '2026-11-28')}
        />
      </MemoryRouter>
    </CachedAnswers>
  );
};
const submitButton = () => screen.findByRole('button', { name: 'Submit…' });
export const DraftIsSubmitted: Story = {
  render: () => movesOf('DRAFT'),
  play: async () => expect(await submitButton()).toHaveAttribute('data-variant', 'filled'),
};
/** A rejected run has to be edited before it can be submitted again. */
export const RejectedIsEditedFirst: Story = {
  render: () => movesOf('REJ'),
  play: async () => expect(await submitButton()).toHaveAttribute('data-variant', 'default'),
};
export const SubmitNotDetermined: Story = {
  render: () =>
    submission({
      reconciliation: { ...distribution.reconciliation, grossCarryDistributed: null, netCarryDistributed: null },
    }),
};
export const SubmitWithoutApprovers: Story = { render: () => submission({}, []) };
