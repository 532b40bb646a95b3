import pg from 'pg';
import { expect, it, vi } from 'vitest';
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

it('writes one line a minute about an unavailable database, whoever needs it', () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  for (let second = 0; second < 90; second += 1) {
    logger.child({ reqId: String(second) }).warn({ err: away }, 'the database is away');
    logger.warn({ err: away }, 'task');
    if (second === 30) logger.warn({ err: new Error('something else') }, 'task');
    vi.advanceTimersByTime(1_000);
  }
  vi.useRealTimers();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'the database is away', reqId: '0' },
    { msg: 'task', err: { message: 'something else' } },
    { msg: 'the database is away', reqId: '60', omitted: 119 },
  ]);
});
