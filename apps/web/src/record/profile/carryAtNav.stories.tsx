import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, waitFor, within } from 'storybook/test';
import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import type { Answer } from '../../api/operations.ts';
import { CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { Stack } from '../Stack.tsx';
import { CarryAtNav, type CarryAtNavProps } from './CarryAtNav.tsx';
import { CarryWhatIf, useCarryWhatIf } from './CarryWhatIf.tsx';

type Row = Answer<'getPortalCarryAtNav'>['rows'][number];
const row = (id: string, more: Partial<Row>): Row => ({
  id,
  fundName: 'Alder Ridge Partners Fund II, L.P.',
  fundCode: 'ARP-II',
  investmentName: 'Vantage Diagnostics',
  currency: 'USD',
  points: '12.5',
  invested: '3125000.00',
  carryAtNav: '1716212.34',
  vested: '1372969.87',
  unvested: '343242.47',
  nextOn: '2026-10-20',
  nextAmount: '85810.62',
  accruedByRealization: '0.00',
  paid: '0.00',
  escrow: '0.00',
  clawbackGross: null,
  clawbackNet: null,
  coveredByEscrow: null,
  reason: null,
  ...more,
});
const nothing = {
  points: null,
  invested: null,
  carryAtNav: '0.00',
  vested: '0.00',
  unvested: '0.00',
  nextOn: null,
  nextAmount: null,
};
const reason = 'The fund has no carry terms on 06/30/2026. Add them on its Carry tab.';
const unknown = { invested: null, carryAtNav: null, vested: null, unvested: null, nextOn: null, nextAmount: null };
const amounts = { accruedByRealization: '174835.00', paid: '699340.20', escrow: '69934.02' };
const carry: CarryAtNavProps['carry'] = {
  date: '2026-06-30',
  byCurrency: [
    {
      currency: 'USD',
      carryAtNav: '1716212.34',
      vested: '1372969.87',
      unvested: '343242.47',
      ...amounts,
      clawbackGross: '69934.02',
      clawbackNet: '55947.22',
      coveredByEscrow: '69934.02',
      fundsCovered: [
        ...['carryAtNav', 'vested', 'unvested', 'clawbackGross', 'clawbackNet', 'coveredByEscrow'].map((field) => ({
          field,
          included: 1,
          total: 2,
          excluded: [{ id: 'f2', name: 'ARG-I', reason, lastDate: null }],
          carried: [],
        })),
        { field: 'accruedByRealization', included: 2, total: 2, excluded: [], carried: [] },
      ],
    },
  ],
  rows: [
    row('1', {}),
    row('2', {
      ...nothing,
      ...amounts,
      investmentName: null,
      clawbackGross: '69934.02',
      clawbackNet: '55947.22',
      coveredByEscrow: '69934.02',
    }),
    row('3', {
      ...unknown,
      fundName: 'Alder Ridge Growth Fund I, L.P.',
      investmentName: 'Solvay Street Media',
      reason,
    }),
  ],
  funds: [],
};

const share: Explanation = {
  name: 'Accrued at NAV · ARP-II, Vantage Diagnostics',
  text: 'carry at NAV = accrued carry x points in force / 100',
  inputs: [
    { name: 'accrued carry', value: '13729698.72', unit: 'money' },
    { name: 'points', value: '12.5', unit: 'percent' },
  ],
  result: '1716212.34',
  unit: 'money',
  source: 'docs/calculations/waterfall.md',
  children: [],
};
const requested = fn(() => Promise.resolve(share));

const meta = {
  title: 'record/Carry at NAV',
  component: CarryAtNav,
  render: (args) => (
    <CachedAnswers answers={[]}>
      <MemoryRouter>
        <main>
          <Stack>
            <CarryAtNav {...args} />
          </Stack>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
  args: { carry, explanations: { key: 'at NAV', load: requested } },
} satisfies Meta<typeof CarryAtNav>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TwoAmounts: Story = {
  name: 'The amount accrued at NAV and the amount accrued by realization are in separate tables',
  play: async ({ canvas }) => {
    const atNav = within(await canvas.findByRole('group', { name: 'Accrued at NAV, table' }));
    await expect(canvas.getByText('on 06/30/2026; 1 of 2 funds')).toBeVisible();
    const remark =
      'Accrued at NAV, Vested, Not vested, Clawback before tax, Clawback after tax, Covered by escrow: 1 of 2 funds; excludes ARG-I (The fund has no carry terms on 06/30/2026. Add them on its Carry tab)';
    await expect(canvas.getByText(remark)).toBeVisible();
    await expect(atNav.getAllByRole('row')).toHaveLength(3);
    await expect(atNav.getByRole('row', { name: /Vantage Diagnostics/ })).toHaveTextContent('12.5');
    await expect(atNav.getByRole('row', { name: /Solvay Street Media/ })).toHaveTextContent(reason);
    const account = within(canvas.getByRole('group', { name: 'Accrued by realization, table' }));
    await expect(account.getByRole('row', { name: /Whole fund/ })).toHaveTextContent('55,947.22');
    // A row starts with its investment, or with its fund if it is of the whole fund.
    await expect(atNav.getAllByRole('row')[1]).toHaveTextContent(/^Vantage Diagnostics.*ARP-II/);
    await expect(account.getAllByRole('row')[1]).toHaveTextContent(/^Alder Ridge Partners Fund II.*Whole fund/);
  },
};

export const Explained: Story = {
  name: 'A figure of a row and a sum explain themselves',
  play: async ({ canvas, userEvent }) => {
    const atNav = within(await canvas.findByRole('group', { name: 'Accrued at NAV, table' }));
    await expect(atNav.getByRole('row', { name: /Vantage Diagnostics/ })).toHaveTextContent('3,125,000.00');
    // The button appears on focus.
    atNav.getByRole('button', { name: 'Why 1,716,212.34?' }).focus();
    await userEvent.keyboard('{Enter}');
    const panel = within(await within(document.body).findByRole('dialog'));
    await expect(await panel.findByText('13,729,698.72')).toBeVisible();
    await expect(requested).toHaveBeenLastCalledWith({ figure: 'carryAtNav', rowId: '1' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(within(document.body).queryByRole('dialog')).toBeNull());
    const [sum] = canvas.getAllByRole('button', { name: 'Why 1,716,212.34?' });
    await userEvent.click(sum!);
    await expect(requested).toHaveBeenLastCalledWith({ figure: 'carryAtNav', currency: 'USD' });
    // An amount that isn’t determined has no derivation.
    const unknownRow = within(atNav.getByRole('row', { name: /Solvay Street Media/ }));
    await expect(unknownRow.queryByRole('button', { name: /^Why/ })).toBeNull();
  },
};

export const Hidden: Story = {
  name: 'Points and amounts that the firm hides have no column',
  args: { hidesPoints: true, hidesAccrued: true },
  play: async ({ canvas }) => {
    await canvas.findByRole('group', { name: 'Paid, escrow and clawback, table' });
    await expect(canvas.queryByText('Accrued by realization')).toBeNull();
    await expect(canvas.queryByText('Points %')).toBeNull();
    await expect(canvas.queryByText('Invested behind points')).toBeNull();
  },
};

export const Nothing: Story = {
  name: 'Somebody without points and accounts sees that',
  args: { carry: { ...carry, byCurrency: [], rows: [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There are no points on this day.')).toBeVisible();
    await expect(canvas.getByText('Nothing has been accrued or paid by this day.')).toBeVisible();
  },
};

function Example() {
  const whatIf = useCarryWhatIf();
  return (
    <>
      <CarryWhatIf {...whatIf} funds={funds} />
      <output>{JSON.stringify(whatIf.query ?? null)}</output>
      <CarryAtNav carry={carry} explanations={{ key: '', load: requested }} unchanged={whatIf.query && carry} />
    </>
  );
}
const funds = [
  { id: 'f1', name: 'Alder Ridge Partners Fund II, L.P.', currency: 'USD', nav: '375784781.77' },
  { id: 'f2', name: 'Alder Ridge Growth Fund I, L.P.', currency: 'USD', nav: null },
];

export const WhatIf: Story = {
  name: 'A what-if has exit values by fund or in percent of NAV, and a leaving date with its effect',
  render: () => (
    <CachedAnswers answers={[]}>
      <MemoryRouter>
        <main>
          <Stack>
            <Example />
          </Stack>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas, userEvent }) => {
    const percent = await canvas.findByLabelText(/^Exit value, % of NAV/);
    await userEvent.type(percent, 'half');
    await canvas.findByText(/^Exit value, % of NAV is not a number/);
    await userEvent.clear(percent);
    await userEvent.type(percent, '150');
    await userEvent.click(canvas.getByText('Exit value by fund'));
    await expect(canvas.getByText('NAV before carry: 375,784,781.77')).toBeVisible();
    await userEvent.type(canvas.getByLabelText(/^Alder Ridge Growth Fund I/), '1,000,000');
    await userEvent.type(canvas.getByLabelText(/^Leaving date/), '12/31/2026');
    const query = { navPercent: '150', exitValues: 'f2:1000000', leavingDate: '2026-12-31' };
    await canvas.findByText(JSON.stringify(query));
    await userEvent.click(canvas.getByLabelText(/^On leaving/));
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Everything is forfeited' }));
    await canvas.findByText(JSON.stringify({ ...query, leavingEffect: 'ALL_FORFEITED' }));
    await expect(canvas.getByRole('group', { name: 'Accrued, what if, table' })).toBeVisible();
    await expect(canvas.getByText('at NAV: 1,716,212.34; 1 of 2 funds')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Reset' }));
    await canvas.findByText('null');
    await expect(canvas.getByRole('group', { name: 'Accrued at NAV, table' })).toBeVisible();
  },
};
