import type { Kind } from '@carrara/contract/core/kinds';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { StatusBadge, StatusTones, Tag } from './StatusBadge.tsx';
import { Value } from './Value.tsx';

const meta: Meta = { title: 'value/Value' };
export default meta;
type Story = StoryObj;

const samples: Record<Kind, readonly unknown[]> = {
  id: ['018f2c1e'],
  text: ['Alder Ridge Partners I', null],
  longText: ['First line\nSecond line'],
  email: ['amelia.hartmann@example.com'],
  code: ['ARP-I'],
  boolean: [true, false, null],
  count: ['41', '12500'],
  money: ['49590981.21', '-940.45', '0', null],
  amounts: [
    [
      { currency: 'EUR', amount: '-1200.00' },
      { currency: 'USD', amount: '300.00' },
    ],
    [],
  ],
  percent: ['21.7306', '-1.5', null],
  shares: ['12500.5'],
  multiple: ['1.849'],
  rate: ['0.145'],
  return: ['13.5417', '-3.2'],
  spanReturn: ['4.218'],
  partialReturn: ['7.105'],
  partialSpanReturn: ['-1.5'],
  partialMultiple: ['1.849'],
  partialMoney: ['150000.01', null],
  rolledMoney: ['49590981.22', null],
  years: ['15.0833333333', '15', '0.5'],
  year: [2019, null],
  date: ['2026-09-30', null],
  instant: ['2026-09-30T14:05:00Z'],
  status: [{ code: 'SUB', description: 'Submitted' }, null],
  reference: [{ id: '1', name: 'Priya Raman' }],
  referenceList: [
    [
      { id: '1', name: 'Health care' },
      { id: '2', name: 'Software' },
    ],
  ],
  address: [{ addressLine1: '12 Mill Lane', city: 'Boston', stateRegion: 'MA', postalCode: '02110' }],
  picture: [null],
};

export const EveryKind: Story = {
  render: () => (
    <StatusTones.Provider value={{ SUB: 'warn' }}>
      <dl style={{ display: 'grid', gridTemplateColumns: '120px 1fr', gap: 6, maxWidth: 620 }}>
        {Object.entries(samples).map(([kind, values]) => (
          <div key={kind} style={{ display: 'contents' }}>
            <dt style={{ color: 'var(--muted)' }}>{kind}</dt>
            <dd style={{ margin: 0, display: 'flex', gap: 24 }}>
              {values.map((value, position) => (
                <span key={String(position)}>
                  <Value kind={kind as Kind} value={value} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </StatusTones.Provider>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('49,590,981.21')).toBeVisible();
    await expect(canvas.getByText('(940.45)')).toBeVisible();
    await expect(canvas.getAllByText('09/30/2026')).toHaveLength(1);
    await expect(canvas.getByText('15.1')).toBeVisible();
    await expect(canvas.getByText('15', { exact: true })).toBeVisible();
  },
};

export const Badges: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
      <StatusBadge code="DRAFT" label="Draft" />
      <StatusBadge code="SUB" label="Submitted" tone="warn" />
      <StatusBadge code="APP" label="Approved" tone="ok" />
      <StatusBadge code="REJ" label="Rejected" tone="bad" />
      <StatusBadge code="DISB" label="Disbursed" tone="info" />
      <span>
        Zanele Mokoena<Tag>Principal</Tag>
        <Tag>Terminated</Tag>
      </span>
    </div>
  ),
};

/** A figure that is not determined. The reason is a tooltip and is read by screen readers. */
export const NotDetermined: Story = {
  render: () => <Value kind="return" value={null} reason="There is no NAV on 06/30/2026." />,
};

/** The words of a unit are separate from the digits, so that the digits of a column align. */
export const UnitsWithText: Story = {
  render: () => (
    <p>
      <Value kind="partialMultiple" value="1.849" />
      <Value kind="partialReturn" value="-7.105" />
    </p>
  ),
  play: async ({ canvasElement, canvas }) => {
    await expect(canvasElement).toHaveTextContent('1.85x incl. transfer(7.11%) incl. transfer');
    await expect(canvas.getAllByText('incl. transfer')).toHaveLength(2);
  },
};
