import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { MoveButtons } from '../../../record/profile/Moves.tsx';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { ownMoves } from './ownMoves.ts';
import { candidates, distribution, mixedWarnings, submission, textsIn, leaverWarnings } from './dialogs.fixture.tsx';

const meta: Meta = { title: 'features/Submission of a distribution' };
export default meta;
type Story = StoryObj;

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
      warnings: leaverWarnings,
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

export const SameWarningsToSubmit: Story = {
  render: () => submission({ warnings: mixedWarnings }),
  play: async () => {
    await expect(await screen.findByText('3 warnings, 2 to acknowledge')).toBeVisible();
    await expect(textsIn(screen.getByRole('dialog'))).toHaveLength(3);
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
