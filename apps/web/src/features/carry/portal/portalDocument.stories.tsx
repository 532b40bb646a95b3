import type { OwnDelivery } from '@carrara/contract/platform/delivery/ownDelivery';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, userEvent } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PortalDocumentPanels } from './PortalDocument.tsx';
import { PortalDocuments } from './PortalDocuments.tsx';

const letter: OwnDelivery = {
  id: '00000000-0000-4000-8000-000000000004',
  name: 'Q2 2026 carry distribution',
  kind: 'Letter',
  version: 1,
  holderName: 'Viktor Petrov',
  createdDate: '2026-07-02T09:00:00Z',
  state: 'New',
  withdrawnDate: null,
  withdrawnReason: null,
  supersedes: null,
  correction: null,
  supersededBy: null,
  successorWithdrawnDate: null,
  isReversed: false,
  isReversal: false,
  isReminded: false,
  openedDate: null,
  hasOpened: false,
  acknowledgedDate: null,
  typedName: null,
  wording: 'I have received this document.',
  fileName: 'Q2 2026 carry distribution - Viktor Petrov.pdf',
  sizeBytes: 48_210,
  sha256: '7cab75e9c0d58c7ddae1a3055c82290309fdb05bd74b945a59dc72f8c279447e',
};
const opened: OwnDelivery = { ...letter, state: 'Opened', openedDate: '2026-07-02T10:00:00Z', hasOpened: true };
const acknowledged: OwnDelivery = {
  ...opened,
  state: 'Acknowledged',
  acknowledgedDate: '2026-07-02T10:04:00Z',
  typedName: 'Viktor Petrov',
};
const longName =
  'Distribution of the proceeds of Meridian Health Systems and Associated Care Providers, second closing';

const meta = {
  title: 'features/Documents of the portal',
  component: PortalDocumentPanels,
  args: { document: letter },
  render: (args) => (
    <CachedAnswers answers={[]}>
      <PortalDocumentPanels {...args} />
    </CachedAnswers>
  ),
} satisfies Meta<typeof PortalDocumentPanels>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Makes the server refuse the typed name. */
const refuse = () => {
  const before = window.fetch;
  const Errors = [
    { Path: 'TypedName', Code: 'NAME_DIFFERS', Message: 'must match your name in your firm’s records: Viktor Petrov' },
  ];
  window.fetch = () => Promise.resolve(Response.json({ Message: Errors[0]?.Message, Errors }, { status: 422 }));
  return () => {
    window.fetch = before;
  };
};

export const Acknowledging: Story = {
  name: 'Asks for the name, and keeps the typed name after a refusal',
  args: { document: opened },
  beforeEach: refuse,
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^for Viktor Petrov/)).toBeVisible();
    const send = canvas.getByRole('button', { name: 'Acknowledge' });
    await expect(send).toBeDisabled();
    await userEvent.type(canvas.getByRole('textbox', { name: /^Your name/ }), 'Ola Berg');
    await userEvent.click(send);
    await expect(await canvas.findByText(/must match your name in your firm’s records: Viktor Petrov/)).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: /^Your name/ })).toHaveValue('Ola Berg');
  },
};

export const Reversed: Story = {
  args: { document: { ...opened, isReversed: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Your firm has reversed this distribution\./)).toBeVisible();
  },
};

export const NotOpened: Story = {
  name: 'Waits until the reader has opened it, and says so',
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: /^Your name/ }), 'Viktor Petrov');
    const send = canvas.getByRole('button', { name: 'Acknowledge' });
    await expect(send).toBeDisabled();
    await expect(send).toHaveAccessibleDescription(/^Download the document first/);
  },
};

export const Acknowledged: Story = {
  args: { document: acknowledged },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Viktor Petrov, 07\/02\/2026/)).toBeVisible();
    await expect(canvas.queryByRole('textbox')).toBeNull();
  },
};

export const Superseded: Story = {
  name: 'A later version has come, to which this one leads, and nothing is asked of it',
  args: {
    document: {
      ...letter,
      state: 'Superseded',
      supersededBy: { id: '9', name: 'Q2 2026 carry distribution, version 2' },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/A later version has replaced this document/)).toBeVisible();
    const later = canvas.getByRole('link', { name: 'Open Q2 2026 carry distribution, version 2' });
    await expect(later).toHaveAttribute('href', '#/participant-portal/document/9');
    await expect(canvas.queryByRole('textbox')).toBeNull();
  },
};

export const Corrected: Story = {
  name: 'A correction says which version it corrects, and leads to it',
  args: {
    document: {
      ...letter,
      version: 2,
      supersedes: { id: '8', name: 'Q2 2026 carry distribution, version 1' },
      correction: 'Changed: Base salary, Total cash.',
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Changed: Base salary, Total cash\./)).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Q2 2026 carry distribution, version 1' })).toHaveAttribute(
      'href',
      '#/participant-portal/document/8',
    );
  },
};

export const SupersededByWithdrawn: Story = {
  name: 'The later version was withdrawn: it says that neither is to be relied on unasked',
  args: {
    document: {
      ...letter,
      state: 'Superseded',
      supersededBy: { id: '9', name: 'Q2 2026 carry distribution, version 2' },
      successorWithdrawnDate: '2026-07-05T09:00:00Z',
    },
  },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(/Your firm withdrew that version on 07\/05\/2026.*Ask your firm which version is valid/),
    ).toBeVisible();
  },
};

export const Withdrawn: Story = {
  name: 'Withdrawn: it says so and why, and does not open',
  args: {
    document: {
      ...letter,
      kind: 'Statement of compensation',
      wording: null,
      state: 'Withdrawn',
      withdrawnDate: '2026-07-05T09:00:00Z',
      withdrawnReason: 'A wrong bonus. A corrected statement follows.',
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Its reason: A wrong bonus. A corrected statement follows.')).toBeVisible();
    await expect(canvas.getByText(/Your firm withdrew this document on 07\/05\/2026/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^Download/ })).toBeNull();
  },
};

export const RemindedAndLong: Story = {
  name: 'Reminded, of a long name and a long wording',
  args: {
    document: {
      ...letter,
      name: longName,
      holderName: 'The Petrov-Marchand Family Dynasty Trust under Agreement of 2014',
      isReminded: true,
      state: 'Opened',
      hasOpened: true,
      wording:
        `${letter.wording} I agree that amounts paid may have to be returned under the clawback of the partnership agreement. `.repeat(
          6,
        ),
      fileName: `${longName} - The Petrov-Marchand Family Dynasty Trust under Agreement of 2014.pdf`,
      sizeBytes: 2_481_000,
    },
  },
};

const { defaultSort, pageSize } = lists.listPortalDocuments;
const sort = { sortColumn: defaultSort?.field, sortAsc: String(defaultSort?.ascending) };
const list = (rows: readonly OwnDelivery[]) => (
  <CachedAnswers
    answers={[
      cachedAnswer(
        'listPortalDocuments',
        { query: { startPage: 1, pageSize, ...sort, searchQuery: '', kind: 'all' } } as never,
        { pageData: [...rows], totalItemCount: rows.length, currentPage: 1, pageSize } as never,
      ),
    ]}
  >
    <MemoryRouter>
      <PortalDocuments />
    </MemoryRouter>
  </CachedAnswers>
);

export const Documents: Story = {
  render: () =>
    list([
      letter,
      { ...acknowledged, id: '5', name: longName, holderName: 'Petrov Family Dynasty Trust', isReversed: true },
    ]),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Acknowledged · distribution reversed')).toBeVisible();
    await expect(canvas.getAllByRole('link', { name: letter.name })[0]).toHaveAttribute(
      'href',
      `#/participant-portal/document/${letter.id}`,
    );
  },
};

export const DocumentsOnAPhone: Story = {
  name: 'On a phone, letters to a person and to their trust are told apart by the holder',
  globals: { viewport: { value: 'mobile1' } },
  render: () => list([letter, { ...letter, id: '5', holderName: 'Petrov Family Dynasty Trust' }]),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(letter.holderName)).toBeVisible();
    await expect(canvas.getByText('Petrov Family Dynasty Trust')).toBeVisible();
  },
};

export const NoDocuments: Story = {
  render: () => list([]),
};
