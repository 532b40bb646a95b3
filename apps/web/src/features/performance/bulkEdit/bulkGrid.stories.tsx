import { bulkDomains } from '@carrara/contract/performance/investment/bulkDomains';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';
import { conflictsIn } from '../../../record/editor/gridDraft.ts';
import { type BulkDraft, storedValues, applyGridEdits } from './bulkDraft.ts';
import { BulkGrid } from './BulkGrid.tsx';
import { bulkFields } from './bulkFields.ts';
import { type BulkRow, bulkLocations } from './bulkLocations.ts';

const row = (at: number, name: string, holderName: string, more: Partial<BulkRow> = {}): BulkRow => ({
  fundId: `fund-${String(at)}`,
  investmentId: `investment-${String(at)}`,
  id: null,
  reportingDate: '2026-06-30',
  name,
  holderName,
  currency: 'EUR',
  isLocked: false,
  isCompanyLocked: false,
  closed: [],
  holding: {
    valueId: `value-${String(at)}`,
    rowVersion: 2,
    updatedBy: 'Ben Kramer',
    values: { endValue: '184000000.00', endProceeds: '12500000.00' },
  },
  ...more,
});
const some = [
  row(1, 'Alder Stone', 'Alder Ridge Fund IV'),
  row(2, 'Delta Logistics', 'Alder Ridge Fund IV', { isLocked: true }),
  row(3, 'Compañía Internacional de Infraestructuras Ferroviarias del Mediterráneo', 'Alder Ridge Opportunities II'),
];
const [, valuation] = bulkDomains.portfolios.sections;

interface SectionProps {
  readonly rows: readonly BulkRow[];
  readonly draft: BulkDraft;
}

/** The grid as the page uses it: input replaces stored values. */
function Section({ rows, draft: initial }: SectionProps) {
  const [draft, setDraft] = useState(initial);
  const locations = bulkLocations('holding', rows);
  return (
    <BulkGrid
      section={valuation}
      locations={locations}
      draft={draft}
      conflicts={conflictsIn(draft, storedValues(rows))}
      choices={new Map()}
      isEditable
      onEdit={(edits) =>
        setDraft((now) => applyGridEdits(now, { part: 'holding', fields: bulkFields(valuation) }, locations, edits))
      }
    />
  );
}

const meta: Meta<typeof Section> = {
  title: 'features/Bulk edit grid',
  component: Section,
  args: { rows: some, draft: {} },
};
export default meta;
type Story = StoryObj<typeof Section>;

const cell = (at: number, field: string, value: string | null, more: object = {}) => {
  const key = `investment-${String(at)} fund-${String(at)}`;
  const expected = some[at - 1]?.holding?.values[field];
  return {
    [`holding ${key} ${field}`]: { part: 'holding', key, field, kind: 'money', value, expected, ...more },
  } as BulkDraft;
};

export const AsStored: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('grid', {}, { timeout: 8000 })).toBeVisible();
  },
};

/** One changed cell, one that a rule refuses, and one that can't be parsed. */
export const WrongCells: Story = {
  args: {
    draft: {
      ...cell(1, 'endValue', '190000000.00'),
      ...cell(1, 'endProceeds', '-5', { refused: 'End proceeds is not below zero.' }),
      ...cell(3, 'endValue', null, { unread: { text: 'about 200', reason: 'is not a number' } }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('2 cells need attention', {}, { timeout: 8000 })).toBeVisible();
    await expect(canvas.getByText(/End proceeds is not below zero/)).toBeVisible();
  },
};

/** Somebody else has saved a cell since it was edited. */
export const SavedMeanwhile: Story = {
  args: { draft: cell(1, 'endValue', '190000000.00', { expected: '180000000.00' }) },
  play: async ({ canvas }) => {
    const text = /Ben Kramer has since saved 184,000,000.00; you typed 190,000,000.00/;
    await expect(await canvas.findByText(text, {}, { timeout: 8000 })).toBeVisible();
  },
};

/** More rows than fit on the screen. */
export const Long: Story = {
  args: { rows: Array.from({ length: 60 }, (_, at) => row(at, `Company ${String(at)}`, 'Fund IV')) },
};
