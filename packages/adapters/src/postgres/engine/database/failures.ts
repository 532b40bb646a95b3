import { type Failure, fail, type FailureCode } from '@carrara/domain/kernel';
import pg from 'pg';
import { type ConstraintViolation, constraintFailure } from './constraints.ts';

/** Errors that the database raises because of the data, except constraints. All others are bugs. */
const codes: Readonly<Record<string, FailureCode>> = {
  '22001': 'INVALID_VALUE',
  '22003': 'OUT_OF_RANGE',
  '22007': 'INVALID_VALUE',
  '22008': 'INVALID_VALUE',
  '22P02': 'INVALID_VALUE',
  '22021': 'INVALID_TEXT',
  '22P05': 'INVALID_TEXT',
  '40001': 'CONFLICT',
  '40P01': 'CONFLICT',
  '55P03': 'CONFLICT',
};

const constraintKinds: Readonly<Record<string, ConstraintViolation['kind']>> = {
  '23505': 'unique',
  '23503': 'referred',
  '23514': 'check',
  '23502': 'notNull',
};
/** Codes for constraints without a message, which no call should violate. */
const otherwise: Readonly<Record<ConstraintViolation['kind'], FailureCode>> = {
  unique: 'DUPLICATE',
  referred: 'IN_USE',
  missing: 'NOT_FOUND',
  check: 'INVALID_VALUE',
  notNull: 'INVALID_VALUE',
};

/**
 * Codes of PostgreSQL or the network for a server that is shutting down, starting up, out of connections or
 * unreachable.
 */
const awayCodes =
  /^(57P0[1-5]|53300|08\d{3}|ECONN(REFUSED|RESET)|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver for errors without a code. */
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True if an error means that the database is unavailable, not that it refused something. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError) return awayCodes.test(code ?? '');
  if (syscall === 'read' || syscall === 'write') return code === 'ECONNRESET' || code === 'EPIPE';
  return awayMessages.test(error.message) || (syscall === 'connect' && awayCodes.test(code ?? ''));
}

/**
 * Returns the failure that a database error represents. Undefined if the error is a bug. A missing target of a
 * reference is NOT_FOUND, deleting a referenced row is IN_USE.
 */
export function databaseFailure(error: unknown): Failure | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { table = '', constraint, column } = error;
  const code = codes[error.code ?? ''];
  // The database's own message isn't passed on.
  if (code) return fail(code, [], '');
  const broken = constraintKinds[error.code ?? ''];
  if (!broken) return undefined;
  const kind = broken === 'referred' && error.detail?.includes('is not present in table') ? 'missing' : broken;
  const name = (kind === 'notNull' ? column : constraint) ?? '';
  return constraintFailure({ kind, table, name }) ?? fail(otherwise[kind], [], name);
}
