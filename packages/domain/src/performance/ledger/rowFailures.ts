import { type Failure, type Failures, fail } from '@carrara/domain/kernel';

/** Places failures at a row of a list. */
export const failuresAtRow = (field: string, i: number, failures: Failures): Failures =>
  failures.map((failure) => ({ ...failure, path: [field, i, ...failure.path] }));

/** Returns the failure for a reference to something that the vehicle doesn't have. */
export const unknownInVehicle = (field: string, noun: string): Failure =>
  fail('NOT_FOUND', [field], `The vehicle has no ${noun}.`);
