import { Button, TextInput } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, fireEvent, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { type InputStorage, InputStorages, type StoredInput } from '../form/useStoredInput.ts';
import { CommentDialog } from '../form/CommentDialog.tsx';
import { announceQuestion } from './unsavedInput.ts';
import { requestComment } from '../form/requestComment.tsx';
import { prompt, promptStaleEdit, confirm, showServerError } from './questions.tsx';
import { Banner } from './Banner.tsx';
import { closeDialogs } from './openDialogs.ts';
import { createDialogNews } from './DialogNotices.tsx';
import { DialogActions, DialogFrame } from './DialogFrame.tsx';
import { EmptyState, ErrorState, LoadingState, NoMatchState } from './states.tsx';
import { ReservedSpace } from './ReservedSpace.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import { toastError, toastSuccess } from './toasts.ts';

const meta: Meta = { title: 'feedback/Feedback' };
export default meta;
type Story = StoryObj;

const answered = fn();
const dropped = fn();
const opener = (action: () => Promise<unknown>) => (
  <Button onClick={() => void action().then((answer) => answered(answer))}>Open</Button>
);
const open = async (canvas: { getByRole: (role: string, options: { name: string }) => HTMLElement }) => {
  answered.mockClear();
  await userEvent.click(canvas.getByRole('button', { name: 'Open' }));
};

export const Toasts: Story = {
  render: () => (
    <>
      <Button onClick={() => toastSuccess('Q3 2026 carry distribution saved successfully')}>Save</Button>{' '}
      <Button variant="default" onClick={() => toastError('Error updating Software. Error Message: in use')}>
        Fail
      </Button>
    </>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Fail' }));
    // A toast fades in.
    await waitFor(() => expect(screen.getByText('Q3 2026 carry distribution saved successfully')).toBeVisible());
    await expect(screen.getAllByRole('button', { name: 'Close message' })).toHaveLength(2);
    for (const toast of [screen.getByRole('status'), screen.getByRole('alert')]) {
      const { backgroundColor, boxShadow, borderTopWidth } = getComputedStyle(toast);
      await expect(backgroundColor).toMatch(/^rgb\(/);
      await expect(boxShadow).not.toBe('none');
      await expect(borderTopWidth).toBe('1px');
      // The close button is inside the toast, behind the text.
      const box = toast.getBoundingClientRect();
      const cross = within(toast).getByRole('button', { name: 'Close message' }).getBoundingClientRect();
      await expect(cross.right).toBeLessThanOrEqual(box.right);
      await expect(cross.left).toBeGreaterThan(box.left + box.width / 2);
      await expect(box.right).toBeLessThanOrEqual(window.innerWidth);
    }
  },
};

export const SpaceOfADismissedBannerStaysBriefly: Story = {
  render: function Going() {
    const [isReported, setReported] = useState(true);
    return (
      <>
        <ReservedSpace>
          {isReported ? <Banner tone="warn">The members of Cobalt Trust have changed.</Banner> : null}
        </ReservedSpace>
        <Button onClick={() => setReported(!isReported)}>Settle it</Button>
      </>
    );
  },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('button', { name: 'Settle it' });
    const before = button.getBoundingClientRect().top;
    await userEvent.click(button);
    await waitFor(() => expect(canvas.queryByText(/Cobalt Trust/)).toBeNull());
    await expect(button.getBoundingClientRect().top).toBe(before);
    // No gap remains.
    await waitFor(() => expect(button.getBoundingClientRect().top).toBeLessThan(before - 20), { timeout: 5000 });
    await userEvent.click(button);
    await expect(await canvas.findByText(/Cobalt Trust/)).toBeVisible();
    await expect(button.getBoundingClientRect().top).toBe(before);
  },
};

/** A comment typed before the browser crashed is offered again. Cancel discards it. */
export const RestoresAnUnsavedComment: Story = {
  render: () => {
    let saved: StoredInput | undefined = { at: '2026-10-02T09:12:00Z', changes: { text: 'Split as agreed in June' } };
    const storage: InputStorage = {
      read: () => saved,
      write: (input) => {
        saved = input;
      },
      drop: () => {
        saved = undefined;
        dropped();
      },
    };
    return (
      <InputStorages.Provider value={() => storage}>
        <CommentDialog question={{ title: 'Approve Q3', text: 'Approve?', label: 'Comment' }} onAnswer={answered} />
      </InputStorages.Provider>
    );
  },
  play: async () => {
    dropped.mockClear();
    answered.mockClear();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.getByLabelText('Comment')).toHaveValue('Split as agreed in June'));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await expect(answered).toHaveBeenCalledWith('Split as agreed in June');
    await expect(dropped).toHaveBeenCalled();
  },
};

export const Confirm: Story = {
  render: () =>
    opener(() =>
      confirm({
        title: 'Delete distribution',
        text: "Deleting this distribution is permanent and can't be undone. Are you sure you want to continue?",
        confirmLabel: 'Delete',
        danger: true,
      }),
    ),
  play: async ({ canvas }) => {
    await open(canvas);
    await expect(await screen.findByRole('dialog', { name: 'Delete distribution' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(answered).toHaveBeenCalledWith(false));
    // The keyboard continues where it was.
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Open' })).toHaveFocus());
    await open(canvas);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(answered).toHaveBeenCalledWith(true));
  },
};

/** Each of the three ways to close it leaves the question unanswered. */
export const ClosedByButtonEscapeAndClick: Story = {
  name: 'Closed by its button, by Escape or by a click outside [U-T-032]',
  render: () => opener(() => confirm({ title: 'Delete distribution', text: 'Are you sure you want to continue?' })),
  play: async ({ canvas }) => {
    const exits = [
      () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(document.querySelector('.mantine-Modal-overlay')!),
    ];
    for (const leave of exits) {
      await open(canvas);
      await expect(await screen.findByRole('dialog', { name: 'Delete distribution' })).toBeVisible();
      await leave();
      await waitFor(() => expect(answered).toHaveBeenCalledWith(false));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  },
};

export const PressedTwice: Story = {
  render: () => opener(() => confirm({ title: 'Delete distribution', text: 'Are you sure you want to continue?' })),
  play: async ({ canvas }) => {
    answered.mockClear();
    await userEvent.dblClick(canvas.getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    // Both presses get the same answer, and no dialog stays open.
    await waitFor(() => expect(answered).toHaveBeenCalledTimes(2));
    await expect(screen.queryByRole('dialog')).toBeNull();
  },
};

export const ConfirmOpen: Story = {
  render: () =>
    opener(() =>
      confirm({
        title: 'Approve distribution',
        text: 'Approve Q3 2026 carry distribution, net 27,237,369.92 USD to 41 participants?',
        confirmLabel: 'Approve',
      }),
    ),
  play: async ({ canvas }) => {
    await open(canvas);
    await expect(await screen.findByRole('dialog')).toBeVisible();
  },
};

export const ThreeAnswers: Story = {
  render: () =>
    opener(() =>
      prompt({
        title: 'Remove participant',
        text: "Do you want to reallocate? (Give this participant's rate to other participants)",
        alternativeLabel: 'Delete',
        confirmLabel: 'Reallocate',
      }),
    ),
  play: async ({ canvas }) => {
    await open(canvas);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(answered).toHaveBeenCalledWith('alternative'));
  },
};

export const Comment: Story = {
  render: () =>
    opener(() =>
      requestComment({
        title: 'Reject distribution',
        text: 'Say why.',
        label: 'Comment',
        confirmLabel: 'Reject',
        required: true,
        danger: true,
      }),
    ),
  play: async ({ canvas }) => {
    await open(canvas);
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    await expect(await screen.findByText('Comment is required')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Comment/), 'Escrow of Mokoena');
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(answered).toHaveBeenCalledWith('Escrow of Mokoena'));
  },
};

const refusing = fn();
const news = createDialogNews();
/** Somebody else decided the record. The dialog displays that and the refusal, and keeps the comment. */
export const CommentOfARefusedAction: Story = {
  render: () =>
    opener(() => {
      const send = async (comment: string) => {
        refusing(comment);
        return 'Q3 was withdrawn.';
      };
      return requestComment({ title: 'Reject Q3', text: '', label: 'Comment', confirmLabel: 'Reject', send, news });
    }),
  play: async ({ canvas }) => {
    await open(canvas);
    await userEvent.type(await screen.findByLabelText('Comment'), 'Escrow of Mokoena');
    news.notify('Q3 has changed since this was asked.');
    await expect(await screen.findByText('Q3 has changed since this was asked.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    await expect(await screen.findByText('Q3 was withdrawn.')).toBeVisible();
    await expect(refusing).toHaveBeenCalledWith('Escrow of Mokoena');
    await expect(screen.getByLabelText('Comment')).toHaveValue('Escrow of Mokoena');
    await expect(answered).not.toHaveBeenCalled();
  },
};

/** A key never discards typed input, and an empty dialog closes without a question. */
export const ConfirmsDiscardingInput: Story = {
  render: () =>
    opener(() => requestComment({ title: 'Reject Q4', text: '', label: 'Comment', confirmLabel: 'Reject' })),
  play: async ({ canvas }) => {
    await open(canvas);
    await userEvent.type(await screen.findByLabelText('Comment'), 'Escrow');
    await userEvent.keyboard('{Escape}');
    await expect(await screen.findByText(/Leave without saving\?/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await expect(screen.getByLabelText('Comment')).toHaveValue('Escrow');
    await expect(answered).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(answered).toHaveBeenCalledWith(undefined));
    await open(canvas);
    await screen.findByLabelText('Comment');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(answered).toHaveBeenCalledWith(undefined));
  },
};

const closed = fn();

/** A focused field gets its value from a read, which doesn't count as typed. */
export const LoadedValueIsNotTyped: Story = {
  render: function Late() {
    const [date, setDate] = useState('');
    useEffect(() => {
      const timer = setTimeout(() => setDate('06/30/2026'), 100);
      return () => clearTimeout(timer);
    }, []);
    return (
      <DialogFrame title="Certified document" onClose={closed}>
        <form>
          <TextInput label="Reporting date" value={date} onChange={(event) => setDate(event.currentTarget.value)} />
        </form>
      </DialogFrame>
    );
  },
  play: async () => {
    closed.mockClear();
    const date = await screen.findByLabelText('Reporting date');
    await waitFor(() => expect(date).toHaveFocus());
    await waitFor(() => expect(date).toHaveValue('06/30/2026'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    closed.mockClear();
    await userEvent.keyboard('{Backspace}{Escape}');
    await expect(await screen.findByText(/Leave without saving\?/)).toBeVisible();
    await expect(closed).not.toHaveBeenCalled();
    // The page asks as well, for example when a link is followed. One question is enough.
    announceQuestion();
    await waitFor(() => expect(screen.queryByText(/Leave without saving\?/)).toBeNull());
  },
};

/** Dictated input has no key before it. Once it is saved and the field is empty again, closing loses nothing. */
export const DictatedInputIsTyped: Story = {
  render: () => (
    <DialogFrame title="Notes" onClose={closed}>
      <form>
        <TextInput label="New note" />
      </form>
    </DialogFrame>
  ),
  play: async () => {
    closed.mockClear();
    const note = await screen.findByLabelText('New note');
    await waitFor(() => expect(note).toHaveFocus());
    await fireEvent.input(note, { target: { value: 'Joined from London' } });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    await fireEvent.input(note, { target: { value: '' } });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(closed).toHaveBeenCalled());
  },
};

/** The dialog offers its input again, so closing it loses nothing. */
export const PreservedInputClosesWithoutQuestion: Story = {
  render: () => (
    <DialogFrame title="Submit Q3" onClose={closed} preservesInput>
      <form>
        <TextInput label="Comment" />
      </form>
    </DialogFrame>
  ),
  play: async () => {
    closed.mockClear();
    await userEvent.type(await screen.findByLabelText('Comment'), 'As agreed');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(closed).toHaveBeenCalled());
  },
};

export const ServerError: Story = {
  name: 'Server error [U-T-089 M-T-030 M-T-031 M-T-032]',
  render: () => opener(() => showServerError('018f2c1e-7a41')),
  play: async ({ canvas }) => {
    await open(canvas);
    const dialog = await screen.findByRole('dialog', { name: 'A Server Error Has Occurred' });
    await expect(dialog).toHaveTextContent('Please contact your system administrator for more information.');
    await expect(dialog).toHaveTextContent('018f2c1e-7a41');
    await expect(screen.getAllByRole('button', { name: 'Ok' })).toHaveLength(1);
  },
};

export const StaleEdit: Story = {
  render: () =>
    opener(() => promptStaleEdit({ name: 'ARP-I', changedBy: 'Noah Okafor', changedAt: '09/30/2026 14:05' })),
  play: async ({ canvas }) => {
    await open(canvas);
    await userEvent.click(await screen.findByRole('button', { name: 'Load the new version' }));
    await waitFor(() => expect(answered).toHaveBeenCalledWith('reload'));
  },
};

export const States: Story = {
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 }}>
      <EmptyState action={<Button>Add fund</Button>} />
      <NoMatchState onClear={() => undefined} />
      <ErrorState message="API Server is currently unavailable. Please notify support" onRetry={() => undefined} />
      <LoadingState />
    </div>
  ),
};

export const Banners: Story = {
  render: () => (
    <>
      <Banner tone="bad">Please correct the marked fields.</Banner>
      <Banner tone="warn">This profile is locked by a distribution.</Banner>
      <Banner tone="info" action={<a href="#/changes">Show</a>}>
        3 participants changed since the last submission.
      </Banner>
      <Banner tone="ok">The import changed 12 records.</Banner>
    </>
  ),
};

export const Progress: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 12, maxWidth: 480 }}>
      <ProgressPanel
        title="Letters"
        done={12}
        total={41}
        detail="Letter 12 of 41"
        actions={<Button variant="default">Stop</Button>}
      />
      <ProgressPanel
        title="Carry plan import"
        done={3}
        total={3}
        outcome="finished"
        detail="Data successfully uploaded."
      />
      <ProgressPanel title="Workbook" done={1} total={4} outcome="failed" detail="Error uploading data." />
    </div>
  ),
  play: async ({ canvas }) =>
    expect(canvas.getByRole('progressbar', { name: 'Letters' })).toHaveAttribute('aria-valuenow', '29'),
};

/** Going back while the question is open answers it like the close button, so nothing waits forever. */
export const ClosedByLeavingThePage: Story = {
  render: () => opener(() => prompt({ title: 'Delete distribution', text: 'Are you sure you want to continue?' })),
  play: async ({ canvas }) => {
    await open(canvas);
    await screen.findByRole('dialog', { name: 'Delete distribution' });
    closeDialogs();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(answered).toHaveBeenCalledWith('canceled');
  },
};

/** If there are more fields than fit on the screen, the buttons stay reachable. */
export const LongDialog: Story = {
  render: () => (
    <DialogFrame title="Every term" onClose={fn()}>
      {Array.from({ length: 40 }, (_, at) => (
        <TextInput key={`term ${String(at)}`} label={`Term ${String(at + 1)}`} />
      ))}
      <DialogActions>
        <Button variant="default">Cancel</Button>
        <Button>Save</Button>
      </DialogActions>
    </DialogFrame>
  ),
  play: async () => {
    const save = await screen.findByRole('button', { name: 'Save' });
    await waitFor(() => expect(save.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight));
    await expect(screen.getByLabelText('Term 40').getBoundingClientRect().top).toBeGreaterThan(window.innerHeight);
  },
};

/** A person can type the requested text at once. The close button comes one step before it. */
export const FocusesTheFirstField: Story = {
  render: () => (
    <DialogFrame title="Add salary" onClose={fn()}>
      <form>
        <TextInput label="Currency" disabled />
        <TextInput label="Amount" />
        <TextInput label="Reason" />
      </form>
    </DialogFrame>
  ),
  play: async () => {
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveFocus());
    await userEvent.tab({ shift: true });
    await expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  },
};
