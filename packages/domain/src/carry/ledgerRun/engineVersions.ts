import { err, type Failures, fail, type Recorder, type Result } from '../../kernel/index.ts';
import { computeLedgerRun, type LedgerInput } from './computeLedgerRun.ts';
import type { LedgerLine, LedgerRunRequest } from './ledgerLine.ts';

type Engine = typeof computeLedgerRun;

/** Stored with each run. Increase it when a rule changes a figure. */
export const LEDGER_ENGINE_VERSION = '1';

/** Every version that has produced a stored figure of a ledger run. */
const engines: ReadonlyMap<string, Engine> = new Map([[LEDGER_ENGINE_VERSION, computeLedgerRun]]);

/** Recomputes a stored input with the engine version that produced its rows. Fails: ENGINE_VERSION_UNKNOWN, and those of the engine. */
export function computeLedgerRunAt(
  version: string,
  request: LedgerRunRequest,
  input: LedgerInput,
  explain?: Recorder,
): Result<readonly Omit<LedgerLine, 'id'>[], Failures> {
  const engine = engines.get(version);
  if (engine !== undefined) return engine(request, input, explain);
  return err([fail('ENGINE_VERSION_UNKNOWN', ['engineVersion'], `there is no engine version ${version}`)]);
}
