import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import { fromWire, toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, spyOn, waitFor } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { QuarterValues } from './QuarterValues.tsx';

const vehicleId = 'f1';
const endDate = '2026-06-30';
type Values = Answer<'listQuarterValues'>;

const value = (at: number, more: Partial<Values['values'][number]> = {}): Values['values'][number] => ({
  securityId: `s${String(at)}`,
  security: 'Ordinary shares',
  holding: `Company ${String(at)}`,
  cost: '40000000.00',
  last: '50000000.00',
  lastDate: '2026-03-31',
  valuationId: null,
  fairValue: null,
  methodId: null,
  description: null,
  enteredBy: null,
  ...more,
});
const some: Values = {
  currency: 'EUR',
  isLocked: false,
  values: [
    value(1, { holding: 'Basalt Construction', valuationId: 'v1', fairValue: '55000000.00', enteredBy: 'Ben Kramer' }),
    value(2, { holding: 'Delta Logistics', security: 'Shareholder loan' }),
    value(3, {
      holding: 'Compañía Internacional de Infraestructuras Ferroviarias del Mediterráneo',
      security: 'Convertible participating preferred shares, series B',
      last: '0.00',
      lastDate: null,
    }),
  ],
};

interface Props {
  readonly values: Values;
}
const period: Answer<'listPeriods'>[number] = {
  id: endDate,
  vehicleId,
  periodEnd: endDate,
  status: 'OPEN',
  rowVersion: 1,
  version: null,
  nav: null,
  currency: null,
  lockedDate: null,
  lockedBy: null,
  acknowledged: [],
};

/** The part of the Ledger tab for a performance editor. */
function Part({ values }: Props) {
  return (
    <CachedAnswers
      signedInAs="editor"
      application="performance"
      answers={[
        cachedAnswer('listPeriods', { params: { vehicleId } }, [
          { ...period, status: values.isLocked ? 'LOCKED' : 'OPEN' },
        ]),
        cachedAnswer('listQuarterValues', { query: { vehicleId, endDate } }, values),
      ]}
    >
      <Feedback>
        <MemoryRouter initialEntries={['/ledger?part=values&quarter=2026-06-30']}>
          <QuarterValues vehicleId={vehicleId} />
        </MemoryRouter>
      </Feedback>
    </CachedAnswers>
  );
}

const meta: Meta<typeof Part> = { title: 'features/Quarter values', component: Part, args: { values: some } };
export default meta;
type Story = StoryObj<typeof Part>;

const gridIn = async (canvas: { findByRole: (role: string, options: object, wait: object) => Promise<HTMLElement> }) =>
  canvas.findByRole('grid', {}, { timeout: 8000 });

/** Values are typed or pasted, and the totals follow. */
export const Filled: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(await gridIn(canvas)).toBeVisible();
    await expect(canvas.getByText('No unsaved changes.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Read as a table' }));
    await expect(
      canvas.getByRole('row', { name: /Basalt Construction .*55,000,000.00 5,000,000.00 10.00%/ }),
    ).toBeVisible();
    await expect(canvas.getByRole('row', { name: /Total .*105,000,000.00 5,000,000.00 5.00%/ })).toBeVisible();
  },
};

export const Empty: Story = {
  args: { values: { ...some, values: [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There are no holdings to value in this quarter.')).toBeVisible();
  },
};

export const Long: Story = {
  args: { values: { ...some, values: Array.from({ length: 60 }, (_, at) => value(at + 1)) } },
  play: async ({ canvas }) => {
    await expect(await gridIn(canvas)).toBeVisible();
  },
};

/** A locked quarter can be read but not edited. */
export const Locked: Story = {
  args: { values: { ...some, isLocked: true } },
  play: async ({ canvas }) => {
    await expect(await gridIn(canvas)).toBeVisible();
    await expect(canvas.getByText(/This quarter is locked, so its values can’t be changed/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Save' })).toBeNull();
  },
};

/** A refusal stays with the input. A value that somebody else saved appears next to it, and the person chooses. */
export const Refused: Story = {
  beforeEach: () => {
    const theirs = {
      ...some,
      values: [{ ...some.values[0]!, valuationId: 'v9', fairValue: '56000000.00' }, ...some.values.slice(1)],
    };
    let isStale = false;
    const fetched = spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      if (request.url.includes('/period/')) return Response.json(toWire([period]));
      if (request.method !== 'POST') return Response.json(toWire(isStale ? theirs : some));
      const { valuations } = fromWire(await request.json()) as {
        readonly valuations: readonly { readonly replaces: string | null; readonly bookedPeriod?: string }[];
      };
      // A quarter that was locked in the meantime refuses the value, instead of displaying it in the next one.
      if (valuations[0]?.bookedPeriod === undefined) return Response.json({ Message: 'No quarter' }, { status: 400 });
      if (valuations[0]?.replaces !== 'v1') return Response.json([]);
      isStale = true;
      const text = 'Someone else has changed this record.';
      const refused = { Path: 'Valuations[0].FairValue', Code: 'STALE_VERSION', Message: text };
      return Response.json({ Message: text, Errors: [refused] }, { status: 409 });
    });
    return () => fetched.mockRestore();
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await gridIn(canvas);
    const drawn = await waitFor(() => canvasElement.querySelector<HTMLElement>('[data-testid="data-grid-canvas"]')!);
    const box = drawn.getBoundingClientRect();
    // The new value of the first row, behind the columns before it and below the header.
    const coords = { clientX: box.left + 220 + 150 + 130 + 130 + 100 + 70, clientY: box.top + 32 + 15 };
    await userEvent.pointer([
      { target: drawn, coords },
      { keys: '[MouseLeft>]', target: drawn, coords },
      { keys: '[/MouseLeft]', target: drawn, coords },
    ]);
    await waitFor(() => expect(drawn.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('57000000{Enter}');
    await expect(await canvas.findByText('1 cell has unsaved changes.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(await canvas.findByText(/^A cell was saved by someone else/)).toBeVisible();
    await expect(canvas.getByText('1 cell has unsaved changes.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Keep my changes' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(canvas.getByText('No unsaved changes.')).toBeVisible());
  },
};
