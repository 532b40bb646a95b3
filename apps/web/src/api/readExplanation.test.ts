import { ExplanationRefused } from '@carrara/ui/profile/explanation.ts';
import { expect, it } from 'vitest';
import type { Dispatch } from './apiState.ts';
import { readExplanation } from './readExplanation.ts';

it('says which failures another attempt can’t change', async () => {
  const errorOf = (status: number) => {
    const failure = { status, message: 'Failed.', errors: [] };
    const reading = { unwrap: () => Promise.reject(failure), unsubscribe: () => undefined };
    const dispatch = (() => reading) as unknown as Dispatch;
    return readExplanation(dispatch, 'explainPerformance', {} as never).catch((error: unknown) => error);
  };
  const lasting: number[] = [];
  for (const status of [400, 404, 408, 429, 500, 503])
    if ((await errorOf(status)) instanceof ExplanationRefused) lasting.push(status);
  expect(lasting).toEqual([400, 404]);
});
