import { fail, type Failures } from '../../kernel/index.ts';

/** Types of investors that can be vehicles themselves. */
const vehicles: readonly string[] = ['FUND', 'SPV'];

/** The facts about an investor that decide whether it can be saved. */
export interface InvestorFacts {
  /** The code of its type. Undefined if there is no such type. */
  readonly type: string | undefined;
  /** True if it is a vehicle itself. */
  readonly isVehicle: boolean;
  /** True if it has a commitment to that vehicle, or to one that it holds. */
  readonly wouldOwnItself: boolean;
}

/** Decides whether an investor can be saved. Fails: NOT_FOUND, INVALID_VALUE, FEEDER_CYCLE. */
export function decideInvestor({ type, isVehicle, wouldOwnItself }: InvestorFacts): Failures {
  if (type === undefined) return [fail('NOT_FOUND', ['type'], 'There is no such type.')];
  if (!isVehicle) return [];
  if (!vehicles.includes(type))
    return [fail('INVALID_VALUE', ['vehicle'], 'Only an investor of type SPV or fund can be a vehicle itself.')];
  return wouldOwnItself
    ? [
        fail(
          'FEEDER_CYCLE',
          ['vehicle'],
          'The investor has a commitment to this vehicle, or to one that it holds. Choose another vehicle.',
        ),
      ]
    : [];
}
