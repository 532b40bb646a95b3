import { err, fail, type Failures, ok } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { errorBody } from '../calls/failures.ts';
import { archiveEach } from './archiveEach.ts';

const [first, second] = ['0a0000b1-0000-4000-8000-000000000001', '0b0000b1-0000-4000-8000-000000000002'];

describe('archiving several records', () => {
  const archive = async (ids: readonly string[], refused?: Failures) => {
    const saved: string[] = [];
    const outcome = await archiveEach(
      { records: ids.map((id) => ({ id, rowVersion: 1 })), isInactive: true },
      {
        noun: 'tax profile',
        load: async (id) => ({ id, isInactive: false }),
        nameOf: () => 'France, social charges',
        save: async ({ id }) => {
          saved.push(id);
          return refused ? err(refused) : ok({});
        },
      },
    );
    return { outcome, saved };
  };

  it('locks them in the same order, whatever the order of the request', async () => {
    expect((await archive([first, second])).saved).toEqual([first, second]);
    expect((await archive([second.toUpperCase(), first])).saved).toEqual([first, second]);
  });

  it('says that others changed the records if the database ends a deadlock', async () => {
    const { outcome } = await archive([second, first], [fail('CONFLICT', [], '')]);
    expect(outcome.isErr() && errorBody(outcome.error)).toMatchObject({
      Message: 'Someone else changed the same records at this moment. Please try again.',
      Errors: [{ Path: 'Records[1]', Code: 'CONFLICT' }],
    });
  });

  it('names all records that a rule refuses, and stops at a refusal of the database', async () => {
    const refused = async (code: 'STALE_VERSION' | 'DUPLICATE') => {
      const { outcome, saved } = await archive([first, second], [fail(code, [], '')]);
      return [outcome.isErr() && outcome.error.map(({ path }) => path), saved.length];
    };
    expect(await refused('STALE_VERSION')).toEqual([
      [
        ['records', 0],
        ['records', 1],
      ],
      2,
    ]);
    expect(await refused('DUPLICATE')).toEqual([[['records', 0]], 1]);
    const { outcome } = await archive([first], [fail('STALE_VERSION', [], '')]);
    expect(outcome.isErr() && outcome.error[0]?.detail).toMatch(/^France, social charges has been changed/);
  });

  it('names the record of every other refusal', async () => {
    const { outcome } = await archive([first], [fail('STALE_VERSION', ['rowVersion'], 'Changed by Ann.')]);
    expect(outcome.isErr() && outcome.error).toMatchObject([{ detail: 'France, social charges: Changed by Ann.' }]);
  });
});
