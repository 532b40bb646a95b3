import pg from 'pg';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

it('logs the type and location of a database error, but neither the row nor the value', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const errorOf = (message: string, parts: object) =>
    Object.assign(new pg.DatabaseError(message, message.length, 'error'), parts);
  const detail = 'Failing row contains (0190a000, 120457.31, secret).';
  logger.error(
    { err: errorOf('violates check', { code: '23514', table: 'salary', constraint: 'c', detail }) },
    'failed',
  );
  logger.error({ err: errorOf('invalid input syntax for type numeric: "120457.31"', { code: '22P02' }) }, 'failed');
  logger.error({ err: new Error('something else') }, 'failed');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { err: { code: '23514', table: 'salary', constraint: 'c', message: 'violates check' } },
    { err: { code: '22P02', message: 'a value that does not fit', stack: expect.stringContaining('logger.test.ts') } },
    { err: { message: 'something else', stack: expect.stringContaining('something else') } },
  ]);
  expect(lines.join()).not.toMatch(/120457\.31|secret/);
});
