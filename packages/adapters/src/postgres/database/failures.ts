import { type Failure, fail } from '@carrara/domain/kernel';
import pg from 'pg';

/** What the database's refusals mean to a caller; everything else is a fault. */
const codes: Readonly<Record<string, string>> = {
  '23505': 'DUPLICATE',
  '23503': 'IN_USE',
  '23514': 'INVALID_VALUE',
  '23502': 'INVALID_VALUE',
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

/** The refusal behind a database error, or undefined when it is a fault. A missing target of a reference is NOT_FOUND, a deletion of a referenced row IN_USE. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const code = codes[error.code ?? ''];
  if (!code) return undefined;
  const missing = code === 'IN_USE' && error.detail?.includes('is not present in table');
  return fail(missing ? 'NOT_FOUND' : code, [], error.constraint ?? error.message);
}
