import type { MappingSample } from '@carrara/contract/platform/upload/mappingTemplate';
import { importTypes } from '@carrara/domain/performance/imports';
import { type Mapping, standardMapping } from '@carrara/domain/platform/upload';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import { buildCrumbs } from '../../../frame/crumbs.ts';
import { CrumbBoardProvider, useVisibleCrumb } from '../../../frame/RecordCrumb.tsx';
import { screens, sections } from '../../../screens.ts';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { guessedColumns } from './mappedSample.ts';
import { MappingColumns } from './MappingColumns.tsx';
import { MappingEditor } from './MappingEditor.tsx';
import { MappingPreview } from './MappingPreview.tsx';

const fields = importTypes.ledger;
const rowOf = (row: number, texts: readonly string[]): MappingSample['sheets'][number]['rows'][number] => ({
  row,
  cells: texts.map((text, at) => ({ column: at + 1, type: 'text' as const, text })),
});
const sample: MappingSample = {
  sheets: [
    {
      name: 'Entries',
      rows: [
        rowOf(1, ['vehicle', 'Type', 'DATE', 'Amount', 'Recallable', 'Remark']),
        rowOf(2, ['ARP-IV', 'CALL-INV', '2026-09-15', '-25,000,000.00', '', 'Call 12']),
        rowOf(3, ['ARP-IV', 'DIST-GAIN', '2026-09-20', '1,000.00', 'yes', '']),
      ],
    },
  ],
};

function Mapped({ initial }: { readonly initial: Mapping }) {
  const [mapping, setMapping] = useState(initial);
  return (
    <>
      <MappingColumns
        fields={fields}
        mapping={mapping}
        sample={sample}
        failures={[]}
        onChange={(more) => setMapping((before) => ({ ...before, ...more }))}
      />
      <MappingPreview fields={fields} mapping={mapping} sample={sample} />
    </>
  );
}

const blank: Mapping = { ...standardMapping(fields), columns: [] };
const guessed: Mapping = { ...blank, columns: guessedColumns(sample, blank, fields), sign: 'CASH' };
const meta: Meta<typeof Mapped> = {
  title: 'features/Mapping of a file',
  component: Mapped,
  args: { initial: guessed },
};
export default meta;
type Story = StoryObj<typeof Mapped>;

export const Guessed: Story = {
  name: 'Our own headings are recognized, amounts appear as they would be entered, flags as words [A-T-050]',
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox', { name: 'Heading of Vehicle' })).toHaveValue('vehicle');
    await expect(canvas.getByRole('combobox', { name: 'Heading of Date' })).toHaveValue('DATE');
    await expect(canvas.getByText('25,000,000.00')).toBeVisible();
    await expect(canvas.queryByText('(25,000,000.00)')).toBeNull();
    await expect(canvas.getByText('Yes')).toBeVisible();
    await expect(canvas.queryByText('false')).toBeNull();
  },
};

export const CodeFirst: Story = {
  name: 'A code that is typed whole is offered first [A-T-050]',
  args: { initial: { ...guessed, codes: [{ field: 'type', own: 'Verwaltungsgebühr', code: '' }] } },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole('combobox', { name: 'Carrara value' }), 'fee');
    const offered = await screen.findAllByRole('option');
    await expect(offered[0]).toHaveTextContent(/^FEE:/);
    await expect(offered.length).toBeGreaterThan(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(canvas.getByRole('combobox', { name: 'Carrara value' })).toHaveValue(offered[0]?.textContent ?? '');
  },
};

const addPath = '/performance/datamanagement/mapping/add';
const added = screens.find(({ path }) => path === addPath);
const ofAdded = sections.find(({ id }) => id === added?.section);
const Crumbs = () => (
  <nav aria-label="Breadcrumbs">
    {buildCrumbs(added, ofAdded, useVisibleCrumb(), undefined).map(({ title, href }) => (
      <a key={title} href={href}>
        {title}
      </a>
    ))}
  </nav>
);

export const NewTemplate: Story = {
  name: 'A new template is below the list of templates, names its missing columns once, and has signs only if its files have types',
  render: () => (
    <CachedAnswers signedInAs="administrator" application="performance" answers={[]}>
      <MemoryRouter initialEntries={[addPath]}>
        <CrumbBoardProvider>
          <Crumbs />
          <MappingEditor />
        </CrumbBoardProvider>
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Mapping Templates' })).toHaveAttribute(
      'href',
      '#/performance/datamanagement/mapping',
    );
    await expect(canvas.getByLabelText('Breadcrumbs')).toHaveTextContent(
      /^Home.*Mapping TemplatesAdd mapping template$/,
    );
    for (const name of ['Save', 'Cancel']) await expect(canvas.getAllByText(name)).toHaveLength(1);
    await expect(canvas.getByRole('combobox', { name: 'Files of' })).toHaveValue('Ledger entries');
    await expect(canvas.getByRole('combobox', { name: 'Signs' })).toBeVisible();
    await userEvent.click(canvas.getByRole('combobox', { name: 'Files of' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Valuations' }));
    await expect(canvas.getByRole('combobox', { name: 'Amounts in' })).toBeVisible();
    await expect(canvas.queryByRole('combobox', { name: 'Signs' })).toBeNull();
    await expect(canvas.queryByRole('status')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(await canvas.findByRole('status')).toHaveTextContent(
      /^Every row needs a value for Vehicle, .+, Date, /,
    );
  },
};
