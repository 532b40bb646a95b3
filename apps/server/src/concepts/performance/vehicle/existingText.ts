import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { stateOfQuarter } from '@carrara/adapters/postgres/performance/explanation/explainedSubject';

interface RequestedFigures {
  /** Null if the figures are from several vehicles. */
  readonly vehicleId: string | null;
  readonly endDate: string;
  readonly asKnownOn?: number | undefined;
}

/** Describes the state of a quarter's figures: the locked version, an open quarter, or the audit entry as of which they are shown. */
export async function existingText(
  tx: Transaction,
  { vehicleId, endDate, asKnownOn }: RequestedFigures,
): Promise<string> {
  if (asKnownOn !== undefined) return `as known at audit log entry ${String(asKnownOn)}`;
  if (vehicleId === null) return 'as known now';
  const state = await stateOfQuarter(tx, vehicleId, endDate);
  return state?.status === 'LOCKED' ? `quarter locked, version ${String(state.version)}` : 'quarter open, not final';
}
