import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { RunBar, type RunBarProps } from './RunBar.tsx';
import { RunNotices } from './RunNotices.tsx';
import {
  change,
  changedWarnings,
  completeRun,
  leavers,
  mixedWarnings,
  outdatedProblem,
  textsIn,
  leaverMessages,
  leaverWarnings,
} from './dialogs.fixture.tsx';

const meta: Meta = { title: 'features/Notices of a distribution' };
export default meta;
type Story = StoryObj;

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
      leaverMessages.map((text) => ({
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
          run: { warnings: mixedWarnings, problems: [] },
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

/** More than two notices are folded to a line, so that the payees stay in view. A rejection names its author and the reason. */
export const Notices: Story = {
  render: () => (
    <RunNotices
      distribution={{
        ...completeRun,
        status: { code: 'REJ', description: 'Rejected' },
        warnings: [
          ...leaverWarnings,
          {
            ...leaverWarnings[0]!,
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

const outdatedDraft = (canEdit: boolean) => (
  <CachedAnswers answers={[]} signedInAs={canEdit ? 'editor' : 'viewer'}>
    <RunNotices
      distribution={{
        ...completeRun,
        status: { code: 'DRAFT', description: 'Draft' },
        problems: [outdatedProblem],
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
    await expect(canvas.getByText(outdatedProblem.message)).toBeVisible();
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
    await expect(await canvas.findByText(outdatedProblem.message)).toBeVisible();
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
          ...leaverWarnings[0]!,
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

/** A change after the submission is a notice of its own, first and unfolded, and isn't counted as a warning. */
export const ChangedSinceSubmission: Story = {
  render: () => (
    <RunNotices
      distribution={{
        ...completeRun,
        status: { code: 'SUB', description: 'Submitted' },
        warnings: [...changedWarnings, ...leavers, ...mixedWarnings.slice(1)],
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
      distribution={{ ...completeRun, status: { code: 'APP', description: 'Approved' }, warnings: changedWarnings }}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(change)).toBeVisible();
    await expect(canvas.queryByText(/warning/)).toBeNull();
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
          warnings: leaverWarnings,
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
