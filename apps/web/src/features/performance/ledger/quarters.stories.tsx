import { toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, spyOn, waitFor, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { fund, Ledger, lockedPeriod, quarter, quarters } from './ledger.fixture.tsx';

const meta = {
  title: 'features/Quarters of a ledger',
  component: Ledger,
  parameters: { drawsDialogs: true },
} satisfies Meta<typeof Ledger>;
export default meta;
type Story = StoryObj<typeof meta>;

type TieOut = Answer<'listTieOuts'>[number];
const done = { state: 'DONE', by: 'Ada Moss', on: '2026-07-05T15:00:00Z' } as const;
const noAct = { by: null, on: null };
const closings: Answer<'listClosings'> = [
  {
    periodEnd: '2026-06-30',
    isOpened: true,
    steps: [
      { code: 'ENTRIES', title: 'Entries posted', detail: '14 entries', ...done },
      {
        code: 'VALUES',
        title: 'Holdings valued',
        state: 'OPEN',
        detail: '9 of 12 holdings valued on 06/30/2026',
        by: 'Ada Moss',
        on: '2026-07-06T15:00:00Z',
      },
      {
        code: 'REPORTED',
        title: 'Reported figures entered',
        state: 'OPTIONAL',
        detail: 'None entered. If entered, a tie-out compares them with the ledger',
        ...noAct,
      },
      { code: 'TIE_OUTS', title: 'Tie-outs agree', state: 'BLOCKED', detail: 'Don’t agree: T9', ...noAct },
      {
        code: 'PROPOSALS',
        title: 'Proposed entries decided',
        state: 'OPEN',
        detail: '2 carry payments to post',
        ...noAct,
      },
      {
        code: 'CARRY',
        title: 'Carry booked',
        state: 'OPEN',
        detail: 'Proposed less booked: 0.00 earned, 1,250.00 accrued. No carry is booked in this quarter yet.',
        ...noAct,
      },
      { code: 'LOCK', title: 'Quarter locked', state: 'BLOCKED', detail: 'Correct the tie-outs first', ...noAct },
    ],
    done: 1,
    required: 5,
    next: 'VALUES',
  },
  {
    periodEnd: '2026-03-31',
    isOpened: true,
    steps: [
      { code: 'TIE_OUTS', title: 'Tie-outs agree', detail: 'Acknowledged: T12, T15', ...done },
      { code: 'LOCK', title: 'Quarter locked', detail: 'Locked', ...done },
    ],
    done: 6,
    required: 6,
    next: null,
  },
];

/** The checklist of the quarter to close is above the table, and each of its steps has the button that does it. */
export const Filled: Story = {
  args: { quarters, closings },
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('row', { name: /06\/30\/2026 Open 441,250,000.55 Don’t agree: T9 1 of 5/ }),
    ).toBeVisible();
    await expect(
      canvas.getByRole('row', {
        name: /03\/31\/2026 Locked 441,250,000.55 Acknowledged: T12, T15 6 of 6 04\/20\/2026/,
      }),
    ).toBeVisible();
    const checklist = within(canvas.getByRole('group', { name: 'Closing checklist of 06/30/2026, table' }));
    await expect(checklist.getByRole('row', { name: /Holdings valued To do 9 of 12 .* Ada Moss/ })).toHaveAttribute(
      'data-current',
      'true',
    );
    await expect(checklist.getByRole('button', { name: 'Post carry paid 06/30/2026' })).toBeVisible();
    await expect(checklist.getByRole('button', { name: 'Book carry 06/30/2026' })).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: 'Lock 06/30/2026' })).toHaveLength(1);
    await userEvent.click(canvas.getByRole('button', { name: 'Checklist 03/31/2026' }));
    await expect(await canvas.findByText('Closing checklist of 03/31/2026')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Checklist 06/30/2026' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Reported figures 06/30/2026' }));
    await expect(await canvas.findByRole('radio', { name: 'Reported' })).toBeChecked();
  },
};

const waiting = { state: 'WAITING', detail: 'Post an entry or enter a value first', ...noAct } as const;
const nextClosing: Answer<'listClosings'>[number] = {
  periodEnd: '2026-06-30',
  isOpened: false,
  steps: [
    { code: 'ENTRIES', title: 'Entries posted', state: 'OPEN', detail: 'No entries in this quarter yet', ...noAct },
    {
      code: 'VALUES',
      title: 'Holdings valued',
      state: 'OPEN',
      detail: '0 of 12 holdings valued on 06/30/2026',
      ...noAct,
    },
    { code: 'TIE_OUTS', title: 'Tie-outs agree', ...waiting },
    { code: 'LOCK', title: 'Quarter locked', ...waiting },
  ],
  done: 0,
  required: 4,
  next: 'ENTRIES',
};

/** If all quarters are locked, the checklist leads to the next one. It has no tie-outs and no lock before its first entry. */
export const NextQuarter: Story = {
  args: { quarters: [lockedPeriod], closings: [nextClosing, closings[1]!] },
  play: async ({ canvas, userEvent }) => {
    const checklist = within(await canvas.findByRole('group', { name: 'Closing checklist of 06/30/2026, table' }));
    await expect(checklist.getByRole('row', { name: /Entries posted To do No entries/ })).toBeVisible();
    await expect(canvas.getByRole('row', { name: /06\/30\/2026 Not opened/ })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Tie-outs 06/30/2026' })).toBeNull();
    await expect(canvas.queryByRole('button', { name: 'Lock 06/30/2026' })).toBeNull();
    await userEvent.click(checklist.getByRole('button', { name: 'Entries 06/30/2026' }));
    await expect(await canvas.findByRole('radio', { name: 'Entries' })).toBeChecked();
  },
};

export const Empty: Story = {
  args: { quarters: [] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No quarters yet. The first entry opens its quarter.')).toBeVisible();
  },
};

const refusing = () =>
  spyOn(window, 'fetch').mockImplementation(
    async () => new Response(JSON.stringify({ Message: 'The ledger cannot be read now.' }), { status: 503 }),
  );

export const Failing: Story = {
  name: 'What cannot be read says why, and is tried again [U-P-090]',
  args: { quarters: undefined },
  beforeEach: () => {
    const fetched = refusing();
    return () => fetched.mockRestore();
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The ledger cannot be read now.')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

const noted: TieOut = {
  code: 'T12',
  title: 'Reported figures are within 0.01% of the computed ones, and the partners’ NAV of the fund’s',
  blocksLock: false,
  differences: [
    {
      subject: 'NAV of the fund on 2026-06-30',
      is: '441.00',
      hasToBe: '440.00',
      difference: '1.00',
      message: 'NAV of the fund on 2026-06-30: 441.00, has to be 440.00, difference 1.00',
    },
  ],
};

const tied: TieOut = { ...noted, code: 'T11', title: 'Other', differences: [] };
/** Only differences have to be acknowledged, and the dialog lists the contents of the version first. */
export const Lock: Story = {
  name: 'A lock lists what it stores and asks to acknowledge only the differences',
  args: { quarters },
  beforeEach: () => {
    const period: Answer<'getPeriod'> = {
      ...quarter('2026-06-30', 'OPEN', null),
      figures: [],
      figuresDigest: 'a',
      versions: [],
      valued: [
        { valuedOn: '2026-03-31', holdings: 2 },
        { valuedOn: '2026-06-30', holdings: 5 },
      ],
    };
    const fetched = spyOn(window, 'fetch').mockImplementation(async (request) => {
      const isOfTieOuts = (request instanceof Request ? request.url : String(request)).includes('/tie-outs');
      return Response.json(toWire(isOfTieOuts ? [tied, noted] : period));
    });
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Lock 06/30/2026' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
    await expect(dialog.getByText(/NAV of the fund on 06\/30\/2026: 441.00, has to be 440.00/)).toBeVisible();
    await expect(dialog.getByText('NAV: not determined. It will be stored as version 1.')).toBeVisible();
    await expect(dialog.getByText('To acknowledge: T12.')).toBeVisible();
    await expect(
      dialog.getByText(/^2 holdings have no value on 06\/30\/2026; their value of 03\/31\/2026 is used/),
    ).toBeVisible();
  },
};

/** The tie-outs of a locked quarter say who acknowledged a difference. */
export const TieOutsOfLocked: Story = {
  name: 'The tie-outs of a locked quarter name who acknowledged a difference',
  args: { quarters: [quarter('2026-06-30', 'LOCKED', 1)] },
  beforeEach: () => {
    const version = {
      version: 1,
      lockedDate: '2026-07-20T09:00:00.000Z',
      lockedBy: 'Ada Example',
      engineVersion: '1',
      asOfSequence: 7,
      acknowledged: [{ code: noted.code, title: noted.title }],
    };
    const period: Answer<'getPeriod'> = {
      ...quarter('2026-06-30', 'LOCKED', 1),
      figures: [],
      figuresDigest: 'a',
      versions: [version],
      valued: [],
    };
    const fetched = spyOn(window, 'fetch').mockImplementation(async (request) => {
      const isOfTieOuts = (request instanceof Request ? request.url : String(request)).includes('/tie-outs');
      return Response.json(toWire(isOfTieOuts ? [tied, noted] : period));
    });
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Tie-outs 06/30/2026' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(await dialog.findByText(/^Acknowledged by Ada Example: NAV of the fund/)).toBeVisible();
    await expect(dialog.queryByText(/To acknowledge/)).toBeNull();
    await expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'No.',
      'Check',
      'Result',
    ]);
  },
};

/** A changed NAV basis explains figures that changed although nothing was entered. */
export const ChangesOfBasis: Story = {
  args: { quarters: [quarter('2026-06-30', 'LOCKED', 2)] },
  beforeEach: () => {
    const versions = [2, 1].map((version) => ({
      version,
      lockedDate: '2026-07-20T09:00:00.000Z',
      lockedBy: 'Ada Example',
      engineVersion: '1',
      asOfSequence: version,
      acknowledged: [],
    }));
    const changes: Answer<'listPeriodChanges'> = {
      figures: [
        {
          subject: 'VEHICLE',
          id: fund,
          name: 'Oak Partners Fund IV',
          field: 'nav',
          title: 'NAV',
          kind: 'money',
          old: '100000000.00',
          new: '140000000.00',
          difference: '40000000.00',
          readsAlike: false,
        },
      ] as never,
      policy: null,
      navBasis: { old: 'LEDGER', new: 'REPORTED', reason: 'A new administrator reports the NAV.' },
      account: [],
      entered: [],
      reopened: [],
    };
    const period = { ...quarter('2026-06-30', 'LOCKED', 2), figures: [], figuresDigest: 'a', versions, valued: [] };
    const fetched = spyOn(window, 'fetch').mockImplementation(async (request) => {
      const isOfChanges = (request instanceof Request ? request.url : String(request)).includes('/changes');
      return Response.json(toWire(isOfChanges ? changes : period));
    });
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Changes 06/30/2026' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(
      await dialog.findByText(
        'The NAV basis changed. NAV used to come from the ledger; now it comes from the reported values. Reason: A new administrator reports the NAV.',
      ),
    ).toBeVisible();
  },
};

/** If somebody posts into the quarter while the dialog is open, it asks again with the current figures. */
export const LockOfOtherFigures: Story = {
  name: 'A lock asks again if the figures have changed, and keeps acknowledgments',
  args: { quarters },
  beforeEach: () => {
    const text = 'The figures have changed since you opened them: the NAV is 441.00 EUR now. Review them again.';
    const refused = { Message: text, Errors: [{ Path: 'FiguresDigest', Code: 'CONFLICT', Message: text }] };
    const before = quarter('2026-06-30', 'OPEN', null);
    let posted = false;
    const fetched = spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'POST') {
        const { FiguresDigest } = (await request.json()) as { FiguresDigest?: string };
        if (FiguresDigest === 'b') return Response.json(toWire({ ...before, status: 'LOCKED', version: 1 }));
        posted = true;
        return Response.json(refused, { status: 409 });
      }
      if (request.url.includes('/tie-outs')) return Response.json(toWire([tied, noted]));
      if (request.url.includes('/closing/')) return Response.json([]);
      if (!request.url.includes('/2026-06-30')) return Response.json(toWire(quarters));
      const figures = [{ subject: 'VEHICLE', nav: posted ? '441.00' : '440.00', currency: 'EUR' }];
      return Response.json(toWire({ ...before, figures, figuresDigest: posted ? 'b' : 'a', versions: [], valued: [] }));
    });
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Lock 06/30/2026' }));
    const first = within(await screen.findByRole('dialog'));
    await expect(first.getByText('NAV: 440.00 EUR. It will be stored as version 1.')).toBeVisible();
    await userEvent.click(first.getByRole('checkbox'));
    await userEvent.click(first.getByRole('button', { name: 'Lock' }));
    await expect(await screen.findByText('NAV: 441.00 EUR. It will be stored as version 1.')).toBeVisible();
    const reopened = within(await screen.findByRole('dialog'));
    await expect(
      reopened.getByText(/^The figures have changed since you opened them: the NAV is 441.00 EUR now\./),
    ).toBeVisible();
    await expect(reopened.getByRole('checkbox')).toBeChecked();
    await userEvent.click(reopened.getByRole('button', { name: 'Lock' }));
    const done = await screen.findByText('06/30/2026 is locked as version 1.');
    await waitFor(() => expect(done).toBeVisible());
  },
};
