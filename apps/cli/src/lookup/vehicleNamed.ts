import { vehicleEndpoints } from '@carrara/contract/portfolio/vehicle';
import { CommandStop } from '../run/commandStop.ts';
import { valueOrStop } from '../session/failureStop.ts';
import type { Session } from '../session/openSession.ts';

export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
}

/**
 * Finds the record with a name.
 *
 * Fails: a stop, if none or several have it.
 */
export function findByName(all: readonly NamedRecord[], text: string, noun: string): NamedRecord {
  const searchText = text.trim().toLowerCase();
  const found = all.filter(({ id, name, code }) =>
    [id, name, code].some((candidate) => candidate?.toLowerCase() === searchText),
  );
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  throw new CommandStop(
    'refused',
    only ? `several are called ${text}; use the id of one` : `there is no ${noun} ${text}`,
  );
}

/** Finds the fund or coinvestment with a name. */
export const vehicleNamed = async ({ server, client }: Session, text: string): Promise<NamedRecord> =>
  findByName(valueOrStop(server, await client.call(vehicleEndpoints.listVehicleNavigation, {})), text, 'fund');
