import { onServerAnswersAgain } from '@carrara/ui/form/serverAnswers.ts';
import { expect, it } from 'vitest';
import { noteAnswer } from './noteAnswer.ts';

it('tells once when the server answers again after it did not', () => {
  let told = 0;
  const stop = onServerAnswersAgain(() => {
    told += 1;
  });
  const seen = [200, undefined, 502, 401, 200, 503, 200].map((status) => {
    noteAnswer(status);
    return told;
  });
  stop();
  expect(seen).toEqual([0, 0, 0, 1, 1, 1, 2]);
});
