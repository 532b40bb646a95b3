import { toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, spyOn, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { Ledger, quarters } from './ledger.fixture.tsx';
import { ProposedSplit } from './ProposedSplit.tsx';

const meta = {
  title: 'features/Distribution of proceeds',
  component: Ledger,
  parameters: { drawsDialogs: true },
} satisfies Meta<typeof Ledger>;
export default meta;
type Story = StoryObj<typeof meta>;

const posted: Answer<'listLedgerActs'>[number] = {
  id: 'a1',
  kind: 'DISTRIBUTION',
  title: 'Distribution',
  date: '2026-05-15',
  investor: null,
  buyer: null,
  security: null,
  amount: '900.00',
  noticeNumber: 4,
  description: null,
  split: 'PROPOSED',
  splitReason: null,
  attribution: 'REALIZED_PROFIT',
  realization: { id: 'r1', name: 'Distribution of 05/15/2026, ARP-I', status: 'DRAFT' },
  isReversed: false,
  postedBy: 'Ada Moss',
  postedDate: '2026-05-15T15:00:00Z',
};
const typed = {
  ...posted,
  id: 'a2',
  split: 'TYPED',
  splitReason: 'Agreed with the partners',
  realization: null,
} as const;

const partner = (id: string, name: string, own: readonly [string, string, string, string], paysCarry = true) => {
  const [total, capital, lp, gp] = own;
  return {
    id,
    name,
    paysCarry,
    lp: total,
    gp,
    tiers: [
      { lp: capital, gp: '0.00' },
      { lp, gp },
    ],
  };
};
const preview = (gp: string): Answer<'previewLedgerAct'> => ({
  entries: [
    { type: 'DIST-ROC', title: 'Distribution: return of capital', amount: '500.00' },
    { type: 'CARRY-EARNED', title: 'Carried interest earned', amount: gp },
  ],
  investors: [
    { id: 'c1', name: 'Pension A', amounts: ['450.00', gp], commitment: '0.00', unfunded: '0.00', cash: '738.00' },
    { id: 'c2', name: 'Moor Lane GP', amounts: ['50.00', null], commitment: '0.00', unfunded: '0.00', cash: '90.00' },
  ],
  total: { amounts: ['500.00', gp], commitment: '0.00', unfunded: '0.00', cash: '828.00' },
  sameAct: null,
  unequalParts: null,
  proposal: {
    terms: { id: 't', effectiveDate: '2020-01-01', summary: 'Return of capital, 20% carry' },
    policies: [{ title: 'Basis', value: 'European (whole fund)' }],
    lp: '828.00',
    gp,
    tiers: [
      { name: 'Return of capital', lp: '500.00', gp: '0.00' },
      { name: 'Split', lp: '328.00', gp },
    ],
    partners: [
      partner('i1', 'Pension A', ['738.00', '450.00', '288.00', gp]),
      partner('i2', 'Moor Lane GP', ['90.00', '50.00', '40.00', '0.00'], false),
    ],
    investments: [{ id: 'h1', name: 'Steel Works', carry: gp }],
  },
  realization: { isCreated: true, message: 'A draft realization of 72.00 is created in Carry, with one source.' },
});

const security = { id: 's1', name: 'Common', holdingId: 'h1', holdingName: 'Steel Works', class: 'EQUITY' };

/** Answers the calls of the form. */
const answering = (missing: Answer<'getDistributionTerms'>['missing']) => () => {
  const fetched = spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes('/preview')) return Response.json(toWire(preview('72.00')));
    if (request.url.includes('/terms'))
      return Response.json(toWire({ currency: 'EUR', summary: 'Return of capital, 20% carry', missing }));
    if (request.url.includes('/security')) return Response.json(toWire([security]));
    if (request.method !== 'POST')
      return Response.json(request.url.includes('/ledger-act') ? toWire([posted, typed]) : []);
    return Response.json({ Message: 'No posting in this story', Errors: [] }, { status: 422 });
  });
  return () => fetched.mockRestore();
};

/** The terms split the proceeds, unless a person chooses typed amounts. */
export const ByTerms: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: answering([]),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('Distribution of 05/15/2026, ARP-I (draft)')).toBeVisible();
    await expect(canvas.getByText('By the carry terms')).toBeVisible();
    await expect(canvas.getByText('Typed amounts: Agreed with the partners')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Post' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Distribution' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Distribution' }));
    await expect(dialog.queryByRole('textbox', { name: 'Gain' })).toBeNull();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Due/ }), '05/15/2026');
    await expect(dialog.getByRole('textbox', { name: /^Proceeds/ })).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: /^Investments sold/ })).toBeVisible();
    await expect(dialog.getByText('Enter the amounts to preview each investor’s part.')).toBeVisible();
    await userEvent.click(dialog.getByRole('combobox', { name: /^Split/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Typed amounts' }));
    await expect(dialog.queryByRole('textbox', { name: /^Proceeds/ })).toBeNull();
    await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Carry earned' }), '72');
    await expect(await dialog.findByText(/^A draft realization of 72\.00/, {}, { timeout: 3000 })).toBeVisible();
  },
};

/** A sale distributes its proceeds in the same act. */
export const WithSale: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: answering([]),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Post' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sale and distribution' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sale and distribution' }));
    // The sale names the investment.
    await expect(dialog.queryByRole('combobox', { name: /^Investments sold/ })).toBeNull();
    await userEvent.click(dialog.getByRole('combobox', { name: /^Security/ }));
    await userEvent.click((await screen.findAllByRole('option'))[0]!);
    await userEvent.type(dialog.getByRole('textbox', { name: /^Due/ }), '05/15/2026');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Sale proceeds/ }), '900');
    await expect(dialog.getByText('Enter the amounts to preview each investor’s part.')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Cost relieved/ }), '500');
    await expect(dialog.getByText('Leave blank to distribute the sale proceeds.')).toBeVisible();
    await expect(await dialog.findByText('Split by the carry terms', {}, { timeout: 3000 })).toBeVisible();
    await expect(await dialog.findByText(/^A draft realization of 72\.00/)).toBeVisible();
  },
};

/** Each partner's part of each tier, with the investments that the carry is attributed to. */
export const Split: Story = {
  render: () => (
    <CachedAnswers signedInAs="administrator" application="performance" answers={[]}>
      <ProposedSplit
        proposal={preview('72.00').proposal!}
        body={{ vehicleId: 'f1', kind: 'DISTRIBUTION', date: '2026-05-15', proceeds: '900.00', holdingIds: ['h1'] }}
      />
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Moor Lane GP (pays no carry)')).toBeVisible();
    await expect(canvas.getByText('Carry earned by investment: Steel Works 72.00.')).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: 'Why 288.00?' })).toHaveLength(1);
  },
};

/** Without complete terms, the form names what is missing and accepts typed amounts. */
export const TermsMissing: Story = {
  args: { quarters, at: '?part=postings' },
  beforeEach: answering([{ field: 'terms.tiers', code: 'NOT_DETERMINED', message: 'The tiers are missing.' }]),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Typed amounts: Agreed with the partners');
    await userEvent.click(canvas.getByRole('button', { name: 'Post' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Distribution' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Distribution' }));
    await expect(dialog.queryByRole('textbox', { name: /^Proceeds/ })).toBeNull();
    await expect(dialog.getByRole('textbox', { name: 'Carry earned' })).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Due/ }), '05/15/2026');
    await expect(await dialog.findByText(/so choose typed amounts\. The tiers are missing\.$/)).toBeVisible();
  },
};
