import { toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, spyOn, waitFor, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { Ledger, quarters } from './ledger.fixture.tsx';

const meta = {
  title: 'features/Postings of a ledger',
  component: Ledger,
  parameters: { drawsDialogs: true },
} satisfies Meta<typeof Ledger>;
export default meta;
type Story = StoryObj<typeof meta>;

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

const notice: Answer<'listNotices'>[number] = {
  id: 'n12',
  kind: 'CALL',
  number: 12,
  issueDate: '2026-05-01',
  dueDate: '2026-05-15',
  description: null,
  amount: '-400000.00',
  entries: 2,
};
const part = (id: string, name: string, total: string, unfunded: string) => ({
  investor: { id, name },
  amounts: [
    { type: 'CALL-INV', title: 'Capital call: investments', amount: total },
    { type: 'CALL-FEE', title: 'Capital call: management fees', amount: '9.00' },
  ],
  total,
  commitment: '50000000.00',
  unfunded,
});
const { amount: _amount, entries: _entries, ...named } = notice;
const noticeParts: Answer<'getNoticeShares'> = {
  ...named,
  fund: { id: 'f1', name: 'Alder Ridge Partners Fund III, L.P.' },
  currency: 'USD',
  unfundedOn: '2026-05-15',
  investors: [
    part('i1', 'Cedar Endowment', '12500000.00', '37500000.00'),
    part('i2', 'Public Employees’ Retirement System of the Northern Counties', '6250000.00', '43750000.00'),
  ],
};
const requested: URL[] = [];
const answering = (rows: typeof entries) => () => {
  requested.length = 0;
  const fetched = spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = new URL(new Request(input).url);
    requested.push(url);
    const headers = { 'content-type': 'application/json' };
    const list = { pageData: rows, totalItemCount: rows.length };
    const answers: Readonly<Record<string, object>> = {
      '/api/performance/ledger': list,
      '/api/performance/notice': [notice, { ...notice, id: 'n13', number: 13, amount: '0.00', entries: 0 }],
      '/api/performance/notice/f1/n12': noticeParts,
    };
    return new Response(JSON.stringify(toWire(answers[url.pathname] ?? [])), { headers });
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

/** A notice leads to its entries, and an entry to its shares. A notice without entries leads nowhere. */
export const ListedNotices: Story = {
  args: { quarters, at: '?part=notices' },
  beforeEach: answering([]),
  play: async ({ canvas }) => {
    const links = await canvas.findAllByRole('link', { name: 'Capital call 12' });
    await expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#/performance/fund/f1/ledger?part=entries&notice=n12',
    ]);
    await expect(canvas.getByRole('button', { name: 'Remove Capital call 13' })).toBeVisible();
  },
};

/** The PDFs of a notice: one for each investor, or all of them. */
export const NoticePdfs: Story = {
  args: { quarters, at: '?part=notices' },
  beforeEach: answering([]),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'PDFs of Capital call 12' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Capital call 12: PDFs for investors' }));
    const row = await dialog.findByRole('row', { name: /Cedar Endowment/ });
    await expect(row).toHaveTextContent(/Capital call: investments.*12,500,000\.00.*37,500,000\.00/);
    await expect(dialog.getByRole('columnheader', { name: 'Unfunded on 05/15/2026' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save PDF for Cedar Endowment' })).toBeEnabled();
    await expect(dialog.getByRole('button', { name: 'Save all (ZIP)' })).toBeEnabled();
  },
};

export const EntriesOfANotice: Story = {
  args: { quarters, at: '?part=entries&notice=n12' },
  beforeEach: answering(entries),
  play: async ({ canvas, userEvent }) => {
    const message = 'Entries of Capital call 12, due 05/15/2026. Open one for its amount by investor.';
    await expect(await canvas.findByText(message)).toBeVisible();
    await expect(await canvas.findByRole('link', { name: 'Audit' })).toHaveAttribute(
      'href',
      '#/performance/fund/f1/ledger?part=entries&entry=e1',
    );
    const noticesIn = () =>
      requested
        .filter(({ pathname }) => pathname === '/api/performance/ledger')
        .map(({ searchParams }) => searchParams.get('NoticeId') ?? searchParams.get('noticeId'));
    await expect(noticesIn().at(-1)).toBe('n12');
    await userEvent.click(canvas.getByRole('button', { name: 'All entries' }));
    await waitFor(() => expect(canvas.queryByText(message)).toBeNull());
    await waitFor(() => expect(noticesIn().at(-1)).toBeNull());
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
  split: null,
  splitReason: null,
  attribution: null,
  realization: null,
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
  unequalParts: null,
  proposal: null,
  realization: null,
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
    await expect(await canvas.findByText(/^No capital calls, distributions or other postings/)).toBeVisible();
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
      'Sale and distribution',
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

/** Somebody has posted the same call meanwhile. The second person sees it, with a link, and confirms. The preview shows every reason for a confirmation. */
export const SameCall: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: () => {
    const unequalParts = 'The partners paid different parts of their commitments for earlier calls: Alder LP 10.00%.';
    const message = 'Ada Moss has already posted the same capital call of 05/15/2026: 400,000.00, notice 12.';
    const fetched = spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (request.url.includes('/preview'))
        return Response.json(toWire({ ...previewed(2), sameAct: { id: 'a1', message }, unequalParts }));
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
    await expect(dialog.getByText(/paid different parts of their commitments/)).toBeVisible();
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
