import { expect, it, vi } from 'vitest';
import { Connection, HubError } from './connection.ts';

const holder = { personId: 'p', tenantId: 't', sessionId: 's' };
const frame = (message: object) => `${JSON.stringify(message)}\u001e`;

it('logs the details of a failed call, and only reports the failure to its caller', async () => {
  const sent: string[] = [];
  const failed = vi.fn();
  const invoke = (_: unknown, target: string) =>
    Promise.reject(
      target === 'Unknown' ? new HubError('There is no method Unknown.') : new Error('password of the database'),
    );
  const connection = new Connection('c', holder, { invoke, failed, closed: () => undefined }, 0);
  connection.attach({ send: (text) => sent.push(text) > 0, end: () => undefined });
  connection.receive(frame({ protocol: 'json', version: 1 }), 0);
  for (const [invocationId, target] of [
    ['1', 'Unknown'],
    ['2', 'History'],
  ])
    connection.receive(frame({ type: 1, invocationId, target, arguments: [] }), 0);
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[1]).toContain('There is no method Unknown.');
  expect(sent[2]).toContain('History failed.');
  expect(sent.join('')).not.toContain('password');
  expect(failed.mock.calls).toEqual([[new Error('password of the database')]]);
});
