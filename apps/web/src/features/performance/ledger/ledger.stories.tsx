import { toWire } from '@carrara/contract/core/wireNames';
import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, spyOn, waitFor, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers, printAnswers } from '../../../testing/cachedAnswers.tsx';
import { FundLedger } from './FundLedger.tsx';

const fund = 'f1';
type Period = Answer<'listPeriods'>[number];
type Commitment = Answer<'listCommitments'>[number];
type TieOut = Answer<'listTieOuts'>[number];

const quarter = (periodEnd: string, status: Period['status'], version: number | null): Period => ({
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
const committed = (name: string, at: number): Commitment => ({
  id: `c${String(at)}`,
  investor: { id: `i${String(at)}`, code: null, name },
  isGp: false,
  amount: '25000000.00',
  unfunded: '11250000.50',
  paysFee: true,
  paysCarry: true,
  events: [
    {
      id: `e${String(at)}`,
      kind: 'CLOSE',
      date: '2020-01-01',
      bookedPeriod: '2020-03-31',
      isLate: false,
      amount: '25000000.00',
      paysFee: null,
      paysCarry: null,
      holdingId: null,
      description: null,
      reversesId: null,
      reversedById: null,
      source: null,
      splitBefore: null,
      unmovedCarry: null,
    },
  ],
});

interface Overrides {
  readonly quarters?: readonly Period[] | undefined;
  readonly closings?: Answer<'listClosings'>;
  readonly commitments?: readonly Commitment[];
  /** The query of the tab's address. */
  readonly at?: string;
}

/** The Ledger tab of a fund for a performance controller. */
function Ledger({ quarters, closings = [], commitments = [], at = '' }: Overrides) {
  return (
    <CachedAnswers
      signedInAs="administrator"
      application="performance"
      answers={[
        ...(quarters ? [cachedAnswer('listPeriods', { params: { vehicleId: fund } }, [...quarters])] : []),
        cachedAnswer('listClosings', { params: { vehicleId: fund } }, closings),
        cachedAnswer('listCommitments', { query: { vehicleId: fund } }, [...commitments]),
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

const meta = {
  title: 'features/Ledger',
  component: Ledger,
  parameters: { drawsDialogs: true },
} satisfies Meta<typeof Ledger>;
export default meta;
type Story = StoryObj<typeof meta>;

const locked: Period = {
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
const quarters = [quarter('2026-06-30', 'OPEN', null), locked];

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
        detail: 'None entered. T12 compares them with the ledger',
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
        detail: 'Earned off by 0.00, accrued by 1,250.00. No carry is booked in this quarter yet.',
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
  args: { quarters: [locked], closings: [nextClosing, closings[1]!] },
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

const partners = Array.from({ length: 40 }, (_, at) =>
  committed(`Teachers’ Retirement System of the Northern Provinces, Series ${String(at + 1)}`, at),
);

/** An explained entry links to its row, which is marked and scrolled into view. */
export const Long: Story = {
  name: 'A long part, with the row that an address leads to',
  args: { quarters, commitments: partners, at: '?part=commitments&entry=e31' },
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByRole('radio', { name: 'Commitments' })).toBeChecked();
    const marked = canvasElement.querySelector('tr[data-current="true"]');
    await expect(marked).toHaveTextContent('Series 32');
  },
};

const entries: Answer<'listLedgerEntries'>['pageData'] = [
  {
    id: 'e1',
    type: 'EXP-AUDIT',
    typeTitle: 'Audit',
    category: 'Expense',
    amount: '-100.00',
    effectiveDate: '2026-05-15',
    bookedPeriod: '2026-06-30',
    isLate: false,
    allocationKey: 'COMMITMENT',
    costRelieved: null,
    isRecallable: false,
    isOutside: false,
    settledOn: null,
    reversesId: null,
    reversedById: null,
    source: { kind: 'UPLOAD', id: 'u1', row: 3 },
    sourceTitle: 'Upload',
    noticeId: null,
    holdingId: null,
    securityId: null,
    description: null,
    createdDate: '2026-05-15T12:00:00Z',
    investmentName: null,
    noticeNumber: null,
    createdBy: 'Ada Moss',
  },
];
const [audit] = entries;
/** Neither a settled entry nor one without cash can be settled. */
const settledOrCashless = [
  { ...audit!, id: 'e2', type: 'FEE', typeTitle: 'Management fee', settledOn: '2026-05-20' },
  { ...audit!, id: 'e3', type: 'ESCROW', typeTitle: 'Carried interest held in escrow' },
];
const answering = (rows: typeof entries) => () => {
  const fetched = spyOn(window, 'fetch').mockImplementation(async (input) => {
    const { url } = new Request(input);
    const isList = new URL(url).pathname === '/api/performance/ledger';
    const headers = { 'content-type': 'application/json' };
    const list = { pageData: rows, totalItemCount: rows.length };
    return new Response(JSON.stringify(isList ? toWire(list) : []), { headers });
  });
  return () => fetched.mockRestore();
};
/** Type, code and source have a column each. The chooser has everything else that an entry stores. */
export const ListedEntries: Story = {
  args: { quarters, at: '?part=entries' },
  beforeEach: answering(entries),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByRole('cell', { name: 'Audit' })).toBeVisible();
    await expect(canvas.getByText('EXP-AUDIT')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Upload' })).toHaveAttribute(
      'href',
      '#/performance/datamanagement/uploads/u1',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Columns' }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Columns' }));
    const names = chooser.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    const hidden = ['Notice', 'Recallable', 'Outside the commitment', 'Split by', 'Late', 'Entered', 'Entered by'];
    await expect(names).toEqual(expect.arrayContaining(['Type', 'Code', 'Source', ...hidden]));
  },
};

/** An entry whose cash has not moved can be settled later, also in a locked quarter. One save names all mistakes of a new entry. */
export const SettledLater: Story = {
  args: { quarters, at: '?part=entries' },
  beforeEach: answering([...entries, ...settledOrCashless]),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Settle Audit' }));
    await expect(canvas.getAllByText('Settle')).toHaveLength(1);
    const dialog = within(await screen.findByRole('dialog', { name: 'Settle Audit' }));
    await expect(dialog.getByText(/It can be in a locked quarter, because no figure changes\./)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Post' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Other entry' }));
    const posting = within(await screen.findByRole('dialog', { name: 'Post entry' }));
    await expect(posting.getByText('Leave blank until the cash moves. Then choose Settle on the entry.')).toBeVisible();
    await userEvent.click(posting.getByRole('combobox', { name: 'Type' }));
    await userEvent.click(await screen.findByRole('option', { name: /^Capital call: investments/ }));
    await userEvent.type(posting.getByRole('textbox', { name: 'Amount' }), '-5');
    await userEvent.click(posting.getByRole('button', { name: 'Post' }));
    await expect(posting.getByRole('textbox', { name: 'Amount' })).toHaveAccessibleDescription(
      /^Enter a value above zero/,
    );
    await expect(posting.getByRole('textbox', { name: 'Date' })).toBeInvalid();
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

/** A notice before the save says that the date is in a locked quarter. */
export const Late: Story = {
  name: 'A commitment dated into a locked quarter says beforehand which quarter shows it',
  args: { quarters, at: '?part=commitments' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add commitment' }));
    const dialog = within(await screen.findByRole('dialog'));
    const date = dialog.getByRole('textbox', { name: /^Date/ });
    await userEvent.type(date, '02/15/2026');
    const late =
      'The quarter of this date is locked. This will appear in the quarter ending 06/30/2026, marked as late.';
    await expect(await dialog.findByText(late)).toBeVisible();
    await userEvent.clear(date);
    await userEvent.type(date, '05/15/2026');
    await waitFor(() => expect(dialog.queryByText(late)).toBeNull());
  },
};

/** The dialog reacts when somebody else locks the quarter meanwhile. */
export const LockedMeanwhile: Story = {
  name: 'An open form says that the quarter of its day was locked, and keeps the input',
  args: { quarters, at: '?part=commitments' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add commitment' }));
    const dialog = within(await screen.findByRole('dialog'));
    const date = dialog.getByRole('textbox', { name: /^Date/ });
    const amount = dialog.getByRole('textbox', { name: /^Amount/ });
    await userEvent.type(date, '05/15/2026');
    await userEvent.type(amount, '1200000');
    printAnswers(
      cachedAnswer('listPeriods', { params: { vehicleId: fund } }, [
        quarter('2026-09-30', 'OPEN', null),
        quarter('2026-06-30', 'LOCKED', 1),
      ]),
    );
    const late =
      'The quarter of this date is locked. This will appear in the quarter ending 09/30/2026, marked as late.';
    await expect(await dialog.findByText(late)).toBeVisible();
    await expect(date).toHaveValue('05/15/2026');
    await expect(amount).toHaveValue('1200000');
  },
};

const splitBefore: NonNullable<Answer<'previewTransfer'>['splitBefore']> = {
  count: 2,
  from: '2026-08-15',
  to: '2026-09-30',
  kinds: [{ type: 'CALL-INV', title: 'Capital call: investments', count: 2, amount: '1250000.00' }],
  message: '2 entries dated 08/15/2026 to 09/30/2026 are already divided by the shares from before this transfer.',
};
const unmovedCarry: NonNullable<Answer<'previewTransfer'>['unmovedCarry']> = {
  accrued: '400.00',
  passing: '200.00',
  message: 'The seller’s accrued carry of 400.00 stays with the seller.',
};
const seller = committed('Acme Pension', 1);
/** A backdated transfer changes no entry. A notice says so before the save and next to the stored transfer. */
export const TransferDatedBack: Story = {
  name: 'A transfer dated back says which entries stay split on the shares before it, and that accrued carry stays',
  args: {
    quarters,
    commitments: [
      {
        ...seller,
        events: [
          ...seller.events,
          { ...seller.events[0]!, id: 'out', kind: 'TRANSFER_OUT', date: '2026-08-01', splitBefore, unmovedCarry },
        ],
      },
    ],
    at: '?part=commitments',
  },
  beforeEach: () => {
    const fetched = spyOn(window, 'fetch').mockImplementation(async () =>
      Response.json(toWire({ splitBefore, unmovedCarry })),
    );
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(`Transfer of 08/01/2026: ${splitBefore.message}`)).toBeVisible();
    await expect(canvas.getByText(`Transfer of 08/01/2026: ${unmovedCarry.message}`)).toBeVisible();
    await expect(canvas.getByText('Later entries use old shares')).toBeVisible();
    await expect(canvas.getByText('Accrued carry stays')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Change Acme Pension' }));
    const dialog = within(await screen.findByRole('dialog'));
    const date = dialog.getByRole('textbox', { name: /^Date/ });
    await userEvent.type(date, '08/01/2026');
    await expect(dialog.queryByText(splitBefore.message)).toBeNull();
    await userEvent.click(dialog.getByRole('combobox', { name: /^What/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Transfer out' }));
    await expect(await dialog.findByText(splitBefore.message)).toBeVisible();
    await expect(dialog.getByText(unmovedCarry.message)).toBeVisible();
  },
};

const act: Answer<'listLedgerActs'>[number] = {
  id: 'a1',
  kind: 'CALL',
  title: 'Capital call',
  date: '2026-05-15',
  investor: null,
  buyer: null,
  security: null,
  amount: '409000.00',
  noticeNumber: 12,
  description: 'Purchase of Basalt Construction',
  isReversed: false,
  postedBy: 'Ada Moss',
  postedDate: '2026-05-02T15:00:00Z',
};
const previewed = (count: number): Answer<'previewLedgerAct'> => ({
  entries: [
    { type: 'CALL-INV', title: 'Capital call: investments', amount: '400000.00' },
    { type: 'CALL-FEE', title: 'Capital call: management fees', amount: '9000.00' },
  ],
  investors: Array.from({ length: count }, (_, at) => ({
    id: `c${String(at)}`,
    name: `Teachers’ Retirement System of the Northern Provinces, Series ${String(at + 1)}`,
    amounts: [at === 0 ? '400000.00' : '0.00', at === 0 ? '9000.00' : null],
    commitment: '0.00',
    unfunded: at === 0 ? '-409000.00' : '0.00',
    cash: at === 0 ? '-409000.00' : '0.00',
  })),
  total: { amounts: ['400000.00', '9000.00'], commitment: '0.00', unfunded: '-409000.00', cash: '-409000.00' },
  sameAct: null,
});

/** Answers the calls of acts. A save is refused at an amount. */
const answeringActs =
  (acts: Answer<'listLedgerActs'>, count = 2) =>
  () => {
    const fetched = spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (request.url.includes('/preview')) return Response.json(toWire(previewed(count)));
      if (request.method !== 'POST') return Response.json(request.url.includes('/ledger-act') ? toWire(acts) : []);
      const text = 'The unfunded commitment of TRS would be (5.00) on 05/15/2026.';
      const refused = { Path: 'Amounts.Fees', Code: 'UNFUNDED_BELOW_ZERO', Message: text };
      return Response.json({ Message: text, Errors: [refused] }, { status: 422 });
    });
    return () => fetched.mockRestore();
  };

/** An act is posted and reversed as a whole. */
export const PostedActs: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: answeringActs([
    act,
    { ...act, id: 'a2', noticeNumber: 11, isReversed: true },
    { ...act, id: 'a3', title: 'Partner transfer', investor: 'Alder LP', buyer: 'Birch LP', isReversed: true },
  ]),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('row', { name: /Capital call 05\/15\/2026 .*409,000.00 12 .* Ada Moss/ }),
    ).toBeVisible();
    await expect(canvas.getByRole('row', { name: /Capital call Reversed/ })).toBeVisible();
    await expect(canvas.getByRole('row', { name: /Partner transfer .* Alder LP Birch LP/ })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Reverse Capital call' }));
    await expect(await screen.findByRole('dialog', { name: 'Reverse Capital call' })).toBeVisible();
  },
};

export const NoActs: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: answeringActs([]),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^No capital calls, distributions or other acts/)).toBeVisible();
  },
};

/** The form has only the fields of its act, and previews each investor's part. A refusal is at its amount. */
export const CapitalCall: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: answeringActs([act], 30),
  play: async ({ canvas, userEvent }) => {
    // The list replaces its loading state first.
    await canvas.findByRole('row', { name: /Capital call/ });
    await userEvent.click(canvas.getByRole('button', { name: 'Post' }));
    const items = await screen.findAllByRole('menuitem');
    const kinds = items.map(({ textContent }) => textContent);
    await expect(kinds).toEqual([
      'Capital call',
      'Distribution',
      'Late closing',
      'Partner transfer',
      'Purchase',
      'Sale',
      'Other entry',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Capital call' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Capital call' }));
    await expect(dialog.queryByRole('combobox', { name: 'Security' })).toBeNull();
    await expect(dialog.getByText('Enter the amounts to preview each investor’s part.')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Due/ }), '05/15/2026');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Investments' }), '400000');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Management fees' }), '9000');
    await expect(await dialog.findByText('What will be posted', {}, { timeout: 3000 })).toBeVisible();
    await expect(dialog.getByRole('row', { name: /Series 1 \(409,000.00\)/ })).toBeVisible();
    // Preview and button are visible without scrolling. A window that is wide enough has them next to the fields.
    const { top, left } = dialog.getByRole('row', { name: /Series 1 \(409,000.00\)/ }).getBoundingClientRect();
    await expect(top).toBeLessThan(window.innerHeight);
    if (window.innerWidth >= 900)
      await expect(left).toBeGreaterThan(
        dialog.getByRole('textbox', { name: 'Investments' }).getBoundingClientRect().right,
      );
    await expect(dialog.getByRole('button', { name: 'Post' }).getBoundingClientRect().bottom).toBeLessThanOrEqual(
      window.innerHeight,
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Post' }));
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Management fees' })).toHaveAccessibleDescription(/would be \(5.00\)/),
    );
    await expect(dialog.getByRole('textbox', { name: 'Investments' })).toHaveValue('400,000.00');
  },
};

/** Somebody has posted the same call meanwhile. The second person sees it, with a link, and confirms. */
export const SameCall: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: () => {
    const message = 'Ada Moss has already posted the same capital call of 05/15/2026: 400,000.00, notice 12.';
    const fetched = spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (request.url.includes('/preview'))
        return Response.json(toWire({ ...previewed(2), sameAct: { id: 'a1', message } }));
      if (request.method !== 'POST') return Response.json(request.url.includes('/ledger-act') ? toWire([act]) : []);
      const body = (await request.json()) as { readonly WarningsConfirmed?: boolean };
      const refused = { Path: 'Kind', Code: 'WARNINGS_NOT_CONFIRMED', Message: message };
      return body.WarningsConfirmed === true
        ? Response.json(toWire({ id: 'a4', bookedPeriod: '2026-06-30', isLate: false, noticeNumber: 13 }))
        : Response.json({ Message: message, Errors: [refused] }, { status: 422 });
    });
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('row', { name: /Capital call/ });
    await userEvent.click(canvas.getByRole('button', { name: 'Post' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Capital call' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Capital call' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Due/ }), '05/15/2026');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Investments' }), '400000');
    await expect(await dialog.findByText(/already posted the same/, {}, { timeout: 3000 })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Post' }));
    const warning = within(await screen.findByRole('dialog', { name: 'Confirm this warning' }));
    await expect(warning.getByRole('link', { name: 'Open the postings' })).toHaveAttribute(
      'href',
      '#/performance/fund/f1/ledger?part=postings',
    );
    await userEvent.click(warning.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
