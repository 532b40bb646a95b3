import { onServerAnswersAgain } from '@carrara/ui/form/serverAnswers.ts';
import { expect, it } from 'vitest';
import { noteAnswer } from './noteAnswer.ts';

it('notifies once when the server responds again after a failure', () => {
  let count = 0;
  const stop = onServerAnswersAgain(() => {
    count += 1;
  });
  const seen = [200, undefined, 502, 401, 200, 503, 200].map((status) => {
    noteAnswer(status);
    return count;
  });
  stop();
  expect(seen).toEqual([0, 0, 0, 1, 1, 1, 2]);
});
