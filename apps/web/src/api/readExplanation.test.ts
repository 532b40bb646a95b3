import { ExplanationRefused } from '@carrara/ui/profile/explanation.ts';
import { describe, expect, it } from 'vitest';
import type { Dispatch } from './apiState.ts';
import { notedFigure, readExplanation } from './readExplanation.ts';

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

describe('the notes on an explained figure', () => {
  it('are those of its record, its date and the other parts of the question', () => {
    const query = { subject: 'f1', date: '2026-06-30', figure: 'irr', investorId: undefined, basis: 'LP' };
    expect(notedFigure('explainPerformance', { query })).toEqual({
      objectId: 'f1',
      application: 'performance',
      figure: 'basis=LP figure=irr',
      figureDate: '2026-06-30',
    });
    const argument = { params: { id: 'd1' }, query: { figure: 'net', participantId: 'p1' } };
    expect(notedFigure('explainDistribution', argument)).toMatchObject({
      objectId: 'd1',
      figure: 'figure=net participantId=p1',
      figureDate: null,
    });
  });
  it('exist neither for pay nor without a record', () => {
    expect(notedFigure('explainPayStatement', { params: { id: 's1' }, query: { figure: 'total' } })).toBe(undefined);
    expect(notedFigure('explainPerformance', { query: { figure: 'averageIrr' } })).toBe(undefined);
  });
});
