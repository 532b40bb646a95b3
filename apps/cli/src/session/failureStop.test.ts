import { expect, it } from 'vitest';
import { failureStop } from './failureStop.ts';

const failure = (status: number, code: string) => ({
  status,
  message: 'No.',
  errors: [{ code, path: '', message: 'No.' }],
});

it.each([
  [503, 'UNAVAILABLE', 'unreachable'],
  [429, 'TOO_MANY_EXPORTS', 'unreachable'],
  [429, 'TOO_MANY_ATTEMPTS', 'refused'],
  [422, 'BAD_PAGE', 'refused'],
  [401, 'NOT_SIGNED_IN', 'notSignedIn'],
])('a refusal of %s %s ends a command with %s, so a batch retries temporary failures', (status, code, outcome) => {
  expect(failureStop('http://localhost', failure(status, code)).outcome).toBe(outcome);
});
