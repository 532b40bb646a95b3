import { toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, spyOn, userEvent, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PortalLeaving } from './PortalLeaving.tsx';

const today = new Date().toISOString().slice(0, 10);
const year = Number(today.slice(0, 4));
const days = [...new Set([today, `${String(year)}-12-31`, `${String(year + 1)}-12-31`])];
const line = {
  calculatedTrancheCarryAmount: null,
  originalCarryAmount: '1204331.08',
  vestedCarryAmount: '900000.08',
  forfeitedCarryAmount: '304331.00',
};
type Accrued = { sourceName: string; sourceHolder: string | null };
type Undetermined = Accrued & { reason: string };
type PaidAbove = Accrued & { amount: string };
type Source = Answer<'getPortalVesting'>['sources'][number];
const vesting = (
  vestingDate: string,
  currencies: readonly string[],
  sources: Source[] = [],
  undetermined: Undetermined[] = [],
  paidAbove: PaidAbove[] = [],
): Answer<'getPortalVesting'> => ({
  vestingDate,
  vestingDateIs: 'chosen',
  sources,
  rows: [],
  totals: {
    ...line,
    trancheInvestmentAmount: null,
    trancheWeightingPercentage: null,
    weightedVestedEffectiveAllocationPercentage: null,
    weightedForfeitedEffectiveAllocationPercentage: null,
  },
  byCurrency: currencies.map((currency) => ({ currency, ...line })),
  accrued: currencies.map((currency) => ({
    currency,
    vestedBalance: '232500.00',
    unvestedBalance: '77500.00',
    undeterminedBalance: undetermined.length > 0 ? '41000.00' : '0.00',
    accruedBalance: undetermined.length > 0 ? '351000.00' : '310000.00',
    undetermined,
    paidAbove,
  })),
});
/** A fund without tranches and without an initial close has no date from which to vest. */
const undated: Source = {
  shareId: 'fund',
  sourceId: 'fund',
  sourceName: 'Harbour Fund III',
  sourceHolder: null,
  currency: 'USD',
  effective: '10',
  vestingSchedule: 'Five years',
  vestedPercentage: null,
  vestingBasis: null,
  vestingDate: today,
  shareDate: today,
  hasChanged: false,
  reason: 'There is no start date for vesting.',
  trancheInvestmentAmount: null,
  calculatedTrancheCarryAmount: null,
  originalCarryAmount: null,
  vestedCarryAmount: null,
  forfeitedCarryAmount: null,
  trancheWeightingPercentage: null,
  weightedVestedEffectiveAllocationPercentage: null,
  weightedForfeitedEffectiveAllocationPercentage: null,
};
const paid = {
  clawback: null,
  currency: 'USD',
  carryBalance: '310000.00',
  carryBalanceCoverage: { included: 1, total: 1, excluded: [], carried: [] },
  escrowBalance: '0.00',
  escrowWithheld: '0.00',
  escrowReleased: '0.00',
  escrowApplied: '0.00',
  openingDistributed: '0.00',
  totalCarryDistributed: '790000.55',
  totalNetDistributed: '600000.00',
  forecastedCarry: '0.00',
};
const home: Answer<'getPortalHome'> = {
  today: '2026-10-01',
  name: 'Viktor Petrov',
  displayed: { forecasts: true, estimates: true, carryAtNav: true, percentages: true, pay: true, payReads: false },
  holders: [
    {
      holder: 0,
      name: 'Viktor Petrov',
      kind: 'Employee',
      leavingDate: null,
      rehireDate: null,
      figures: [],
      vesting: [],
      summary: { ...paid, name: 'Viktor Petrov', byCurrency: [paid] },
    },
  ],
  distributions: [],
};

type Awards = Answer<'getPortalLeaving'>;
const awardsOn = (on: string, deferred: boolean, treatment: Awards['treatment'] = null): Awards => ({
  on,
  treatment,
  byCurrency: deferred
    ? [{ currency: 'USD', granted: '9000.00', paid: '3000.60', closing: '2999.70', forfeited: '2999.70' }]
    : [],
});

interface Screenshot {
  readonly currencies: readonly string[];
  readonly deferred: boolean;
  /** A date whose deferred awards are not available yet. */
  readonly without?: string | undefined;
  readonly sources?: Source[];
  readonly undetermined?: Undetermined[];
  readonly paidAbove?: PaidAbove[];
  /** A planned last day of employment. */
  readonly leaves?: string;
  readonly leavingDate?: string;
  readonly rehireDate?: string;
  readonly treatment?: Awards['treatment'];
}

function Leaving({
  currencies,
  deferred,
  without,
  sources = [],
  undetermined = [],
  paidAbove = [],
  leaves,
  leavingDate,
  rehireDate,
  treatment,
}: Screenshot) {
  const on = leavingDate ? [today] : days;
  return (
    <CachedAnswers
      signedInAs="viewer"
      application="participant-portal"
      answers={[
        cachedAnswer('getPortalHome', undefined, {
          ...home,
          holders: home.holders.map((own) => ({
            ...own,
            leavingDate: leavingDate ?? null,
            rehireDate: rehireDate ?? null,
          })),
        }),
        ...on.map((day) =>
          cachedAnswer(
            'getPortalVesting',
            { query: { holder: 0, vestingDate: day } },
            vesting(leaves ?? leavingDate ?? day, currencies, sources, undetermined, paidAbove),
          ),
        ),
        ...on
          .filter((day) => day !== without)
          .map((day) => leavingDate ?? day)
          .map((day) => cachedAnswer('getPortalLeaving', { query: { on: day } }, awardsOn(day, deferred, treatment))),
      ]}
    >
      <MemoryRouter>
        <PortalLeaving />
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = {
  title: 'features/Leaving, in the portal',
  component: Leaving,
  args: { currencies: ['USD'], deferred: true },
} satisfies Meta<typeof Leaving>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SideBySide: Story = {
  name: 'Days side by side: retained and forfeited carry and deferred awards',
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /Accrued, not vested, USD/ })).toHaveTextContent('77,500.00');
    await expect(canvas.queryByRole('row', { name: /Accrued, vesting not determined/ })).toBeNull();
    await expect(canvas.getByRole('row', { name: /Accrued, estimated, USD/ })).toHaveTextContent('310,000.00');
    await expect(canvas.getByRole('row', { name: /^Vested at the day’s share, USD/ })).toHaveTextContent('900,000.08');
    await expect(canvas.queryByText(/that you keep/)).toBeNull();
    const rows = canvas.getAllByRole('row').slice(1);
    const explained = rows.map((row) => within(row).queryAllByRole('button', { name: /^Why / }).length);
    await expect(explained, 'every figure has an explanation').toEqual(rows.map(() => days.length));
    await expect(canvas.getByRole('row', { name: /Deferred, vested and paid later, USD/ })).toHaveTextContent(
      '2,999.70',
    );
    await expect(canvas.getByText(/^These amounts are your share of all carry/)).toBeVisible();
    await expect(canvas.getByText('Gross distributed, USD').closest('dl')).toHaveTextContent(
      /790,000\.55.*Accrued, estimated, USD.*310,000\.00/,
    );
  },
};

export const OnAPhone: Story = {
  name: 'A phone stacks the days of each figure, which keeps its currency',
  globals: { viewport: { value: 'mobile1' } },
  beforeEach: () => {
    const matched = spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(max-width: 640px)',
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    return () => matched.mockRestore();
  },
  play: async ({ canvas }) => {
    const [line] = (await canvas.findAllByRole('listitem')).filter((item) =>
      item.textContent.includes('Deferred, paid by then, USD'),
    );
    for (const day of days)
      await expect(line).toHaveTextContent(`${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}3,000.60`);
    const weights = [...(line?.querySelectorAll('dd') ?? [])].map((figure) => getComputedStyle(figure).fontWeight);
    await expect(new Set(weights).size).toBe(1);
    const [why] = canvas.getAllByRole('button', { name: 'Why 900,000.08?' });
    const [cell, button] = [why!.parentElement!, why!].map((element) => element.getBoundingClientRect());
    await expect(Math.abs(cell!.right - button!.right), 'after the figure').toBeLessThan(1);
  },
};

export const SeveralCurrencies: Story = { args: { currencies: ['EUR', 'USD'], deferred: false } };

export const Nothing: Story = {
  args: { currencies: [], deferred: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('You have no carry or awards that vest.')).toBeVisible();
  },
};

export const WithoutTranches: Story = {
  name: 'Undetermined carry is listed with its reason',
  args: { currencies: [], deferred: false, sources: [undated] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /^Vested at the day’s share, USD/ })).toHaveTextContent('n.d.');
    await expect(canvas.getByText('Harbour Fund III: There is no start date for vesting.')).toBeVisible();
  },
};

const noShare = 'Carry was accrued to you, but you have no share on this day that could vest.';
export const Undetermined: Story = {
  name: 'The rows add up to the accrued carry, and each reason is listed once with its sources',
  args: {
    sources: [undated],
    undetermined: [
      { sourceName: 'Harbour Fund III', sourceHolder: null, reason: undated.reason ?? '' },
      { sourceName: 'Harbour Fund III: Basalt Growth', sourceHolder: 'HF-III', reason: noShare },
      { sourceName: 'Cedar Credit', sourceHolder: null, reason: noShare },
    ],
  },
  play: async ({ canvas }) => {
    const parts = canvas.getAllByRole('row', { name: /^Accrued, / }).map(({ textContent }) => textContent);
    await expect(parts).toEqual([
      expect.stringMatching(/^Accrued, vested, USD232,500\.00/),
      expect.stringMatching(/^Accrued, not vested, USD77,500\.00/),
      expect.stringMatching(/^Accrued, vesting not determined, USD41,000\.00/),
      expect.stringMatching(/^Accrued, estimated, USD351,000\.00/),
    ]);
    await expect(canvas.getByText('Harbour Fund III: There is no start date for vesting.')).toBeVisible();
    const reason = canvas.getByText(noShare);
    const names = within(reason)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    await expect(names).toEqual(['Basalt Growth (HF-III)', 'Cedar Credit']);
  },
};

export const PaidAboveAccrued: Story = {
  name: 'A source that was paid more than accrued is named with the difference',
  args: { paidAbove: [{ sourceName: 'Harbour Fund III', sourceHolder: null, amount: '527229.67' }] },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(
        'Harbour Fund III: you were paid 527,229.67 USD more than has been accrued. This reduces what is accrued and vested.',
      ),
    ).toBeVisible();
  },
};

export const AfterLeaving: Story = {
  name: 'People who have left see today’s accrued carry, split by the vesting of the termination date',
  args: { leavingDate: '2026-06-30' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Leaving' })).toBeVisible();
    await expect(canvas.queryByText(/continue to vest/)).toBeNull();
    await expect(canvas.getByText(/^You left on 06\/30\/2026\./)).toBeVisible();
    await expect(canvas.getByText(/Your firm decides about awards that had not vested\./)).toBeVisible();
    await expect(canvas.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'As of',
      `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`,
    ]);
    const accrued = canvas.getByRole('row', { name: /^Accrued, estimated, USD/ });
    await expect(accrued).toHaveTextContent('310,000.00');
    await expect(canvas.getAllByText('Accrued, estimated, USD')[0]?.closest('dl')).toHaveTextContent(/310,000\.00/);
    await expect(canvas.getByRole('row', { name: /^Vested at the share on leaving, USD/ })).toBeVisible();
    await expect(canvas.queryByText(/^Your employment ends/)).toBeNull();
    await expect(canvas.queryByRole('textbox')).toBeNull();
  },
};

export const AfterForfeiture: Story = {
  name: 'A forfeiture that the firm has recorded, and a planned return, are named',
  args: { leavingDate: '2026-06-30', rehireDate: '2026-12-15', treatment: 'FORFEIT' },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(
        /^You left on 06\/30\/2026 and return on 12\/15\/2026\. Your carry doesn’t vest until you return\. Carry accrued/,
      ),
    ).toBeVisible();
    await expect(canvas.getByText(/Your firm has forfeited awards that had not vested\./)).toBeVisible();
    await expect(canvas.queryByText(/Your firm decides/)).toBeNull();
  },
};

export const Leaves: Story = {
  name: 'A planned last day of employment is named, because nothing vests after it',
  args: { leaves: today },
  play: async ({ canvas }) => {
    const day = `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`;
    await expect(canvas.getByText(`Your employment ends on ${day}. Nothing vests after that day.`)).toBeVisible();
  },
};

let isDown = false;
/** If one date can't be loaded, the page displays the reason and a button to try again. */
export const Failing: Story = {
  name: 'What cannot be read says why, and is tried again',
  args: { without: today },
  beforeEach: () => {
    isDown = true;
    const fetched = spyOn(window, 'fetch').mockImplementation(async () =>
      isDown
        ? new Response(JSON.stringify({ Message: 'The awards cannot be read now.' }), { status: 503 })
        : Response.json(toWire(awardsOn(today, true))),
    );
    return () => fetched.mockRestore();
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The awards cannot be read now.')).toBeVisible();
    await expect(canvas.queryByRole('status', { name: 'Loading' })).toBeNull();
    isDown = false;
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(await canvas.findByRole('row', { name: /Deferred, paid by then, USD/ })).toBeVisible();
  },
};
