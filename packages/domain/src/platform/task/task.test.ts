import { expect, it } from 'vitest';
import { decideTask } from './index.ts';

it('a person has at most 20 unfinished jobs', () => {
  expect(decideTask(19).isOk()).toBe(true);
  expect(decideTask(20)._unsafeUnwrapErr()).toMatchObject([{ code: 'TOO_MANY_TASKS' }]);
});
