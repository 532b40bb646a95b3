import type { Principal } from '@carrara/adapters/identity/principal';
import { ok } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { createTokenTurns } from './tokenTurns.ts';

it('a token at its limit has to wait until the next minute', () => {
  const turns = createTokenTurns();
  const principal = ok({ token: { id: 'load', requestsPerMinute: 1 } } as Principal);
  const waitAt = (time: string) =>
    turns.count(principal, new Date(`2027-01-01T${time}Z`)).match(
      () => 0,
      ([failure]) => failure?.retryAfterSeconds,
    );
  const times = ['10:00:00.000', '10:00:00.999', '10:00:45.500', '10:00:59.999', '10:01:00.000'];
  expect(times.map(waitAt)).toEqual([0, 60, 15, 1, 0]);
});
