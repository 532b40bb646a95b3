import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { stateOfQuarter } from '@carrara/adapters/postgres/performance/explanation/explainedSubject';

interface RequestedFigures {
  /** Null if the figures are from several vehicles. */
  readonly vehicleId: string | null;
  readonly endDate: string;
  readonly asKnownOn?: number | undefined;
}

/**
 * Describes how final the figures of a quarter are: the locked version, that it is open, or the audit entry they were
 * known at.
 */
export async function existingText(
  tx: Transaction,
  { vehicleId, endDate, asKnownOn }: RequestedFigures,
): Promise<string> {
  if (asKnownOn !== undefined) return `as known at audit log entry ${String(asKnownOn)}`;
  if (vehicleId === null) return 'as known now';
  const state = await stateOfQuarter(tx, vehicleId, endDate);
  return state?.status === 'LOCKED' ? `quarter locked, version ${String(state.version)}` : 'quarter open, not final';
}
