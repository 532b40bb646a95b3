import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { stateOfQuarter } from '@carrara/adapters/postgres/performance/explanation';

interface AskedFigures {
  /** Null where they are of several vehicles. */
  readonly vehicleId: string | null;
  readonly endDate: string;
  readonly asKnownOn?: number | undefined;
}

/** How final figures of a quarter are: the version that was locked, that it is open, or until which act of the audit trail they were known. */
export async function knownText(tx: Transaction, { vehicleId, endDate, asKnownOn }: AskedFigures): Promise<string> {
  if (asKnownOn !== undefined) return `as it was known at act ${String(asKnownOn)}`;
  if (vehicleId === null) return 'as known now';
  const state = await stateOfQuarter(tx, vehicleId, endDate);
  return state?.status === 'LOCKED' ? `quarter locked, version ${String(state.version)}` : 'quarter open, not final';
}
