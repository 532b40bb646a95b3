import { notificationsStore } from '@mantine/notifications';
import { isValidElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { clearToasts, toastError, toastSuccess } from './toasts.ts';

afterEach(clearToasts);

it('a message disappears after three seconds, and is not displayed twice at once [U-T-098]', async () => {
  toastSuccess('Fund I saved successfully');
  toastSuccess('Fund I saved successfully');
  toastError('409 It is in use.');
  const displayed = () => notificationsStore.getState().notifications;
  await vi.waitUntil(() => displayed().length === 2);
  const textOf = (message: unknown) => (isValidElement<{ text: string }>(message) ? message.props.text : message);
  expect(displayed().map(({ message, autoClose }) => [textOf(message), autoClose])).toEqual([
    ['Fund I saved successfully', 3000],
    ['409 It is in use.', 3000],
  ]);
});
