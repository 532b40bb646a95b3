import type { Delivery, DeliveryRecipient } from '@carrara/contract/platform/delivery/delivery';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { DeliveryProfile } from './DeliveryProfile.tsx';

const id = '00000000-0000-4000-8000-000000000001';
const sha256 = '7cab75e9c0d58c7ddae1a3055c82290309fdb05bd74b945a59dc72f8c279447e';
const released: Delivery = {
  id,
  rowVersion: 1,
  objectId: '00000000-0000-4000-8000-000000000002',
  name: 'Q2 2026 carry distribution',
  kind: 'Letters',
  version: 1,
  state: 'Released',
  supersededBy: null,
  createdDate: '2026-07-02T09:00:00Z',
  releasedBy: 'Ada Moreau',
  wording: 'I have received this letter.',
  recipients: 3,
  inPortal: 2,
  opened: 1,
  acknowledged: 1,
};
const recipient = (at: number, participant: string, more: Partial<DeliveryRecipient> = {}): DeliveryRecipient => ({
  id: `r${String(at)}`,
  participant,
  participantId: `p${String(at)}`,
  portalUser: participant,
  state: 'Released',
  fileName: `Q2 2026 carry distribution - ${participant}.pdf`,
  sizeBytes: 48_210,
  sha256,
  mailedDate: null,
  openedDate: null,
  downloadedDate: null,
  acknowledgedDate: null,
  typedName: null,
  remindedDate: null,
  ...more,
});
const event = (at: number, kind: string, participant: string, more: object = {}) => ({
  id: `e${String(at)}`,
  createdDate: `2026-07-02T09:0${String(at)}:00Z`,
  participant,
  kind,
  by: participant,
  version: 1,
  sha256,
  detail: null,
  typedName: null,
  isSteppedUp: false,
  address: '203.0.113.77',
  ...more,
});

type Page = Answer<'listDeliveryRecipients'> & Answer<'listDeliveryEvents'>;
const page = (rows: readonly object[]) =>
  ({ pageData: rows, totalItemCount: rows.length, currentPage: 1, pageSize: 25 }) as unknown as Page;
const first = (list: 'listDeliveryRecipients' | 'listDeliveryEvents', more: object = {}) => {
  const { defaultSort, pageSize } = lists[list];
  const sort = { sortColumn: defaultSort?.field, sortAsc: String(defaultSort?.ascending) };
  return { params: { id }, query: { startPage: 1, pageSize, ...sort, searchQuery: '', ...more } } as never;
};

interface Setup {
  readonly delivery: Delivery;
  readonly recipients: readonly DeliveryRecipient[];
  readonly events: readonly object[];
}

/** The page of a release for a carry administrator. */
function Release({ delivery, recipients, events }: Setup) {
  return (
    <CachedAnswers
      signedInAs="administrator"
      answers={[
        cachedAnswer('getDelivery', { params: { id } }, delivery),
        cachedAnswer('listDeliveryRecipients', first('listDeliveryRecipients', { portal: 'all' }), page(recipients)),
        cachedAnswer('listDeliveryEvents', first('listDeliveryEvents'), page(events)),
      ]}
    >
      <MemoryRouter initialEntries={[`/carry/delivery/${id}`]}>
        <main>
          <Routes>
            <Route path="/carry/delivery/:id" element={<DeliveryProfile />} />
          </Routes>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = {
  title: 'features/Delivery',
  component: Release,
  args: {
    delivery: released,
    recipients: [
      recipient(1, 'Amelia Hartmann', {
        state: 'Acknowledged',
        openedDate: '2026-07-02T09:02:00Z',
        downloadedDate: '2026-07-02T09:02:00Z',
        acknowledgedDate: '2026-07-02T09:03:00Z',
        typedName: 'Amelia Hartmann',
      }),
      recipient(2, 'Viktor Petrov', { remindedDate: '2026-07-09T08:00:00Z' }),
      recipient(3, 'Nora Lind', { portalUser: null, state: 'No portal' }),
    ],
    events: [
      event(0, 'Released', 'Amelia Hartmann', { by: 'Ada Moreau' }),
      event(2, 'Opened', 'Amelia Hartmann'),
      event(3, 'Acknowledged', 'Amelia Hartmann', { typedName: 'Amelia Hartmann', detail: released.wording }),
    ],
  },
} satisfies Meta<typeof Release>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralWithoutPortal: Story = {
  args: { delivery: { ...released, recipients: 30, inPortal: 2 } },
  play: async ({ canvas }) =>
    expect(canvas.getByText('28 recipients have no portal access. Deliver theirs by hand or by mail.')).toBeVisible(),
};

export const Released: Story = {
  name: 'The progress of a release, and the recipients of a reminder',
  play: async ({ canvas }) => {
    await expect(canvas.getByText('One recipient has no portal access. Deliver it by hand or by mail.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Remind' }));
    await expect(
      await screen.findByText(
        /^1 of 2 recipients in the portal has not acknowledged it yet\. The reminder appears when they open/,
      ),
    ).toBeVisible();
  },
};

export const Superseded: Story = {
  name: 'A superseded version, for which nobody is reminded',
  args: {
    delivery: {
      ...released,
      state: 'Superseded',
      supersededBy: { id: '9', name: 'Q2 2026 carry distribution, version 2' },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '#/carry/delivery/9');
    await expect(canvas.queryByRole('button', { name: 'Remind' })).toBeNull();
  },
};
