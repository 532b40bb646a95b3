import type { Explanation } from '@carrara/ui/profile';
import type { Dispatch } from '../app/store.ts';
import { readOnce } from './calls.ts';
import { failureText } from './failure.ts';
import type { Answer, Argument, QueryName } from './operations.ts';

/** The calls that answer why a figure is what it is. */
type Explaining = { [O in QueryName]: Answer<O> extends Explanation ? O : never }[QueryName];

/** Asks why a figure is what it is; a refusal is an error that says it in words. */
export async function readExplanation<O extends Explaining>(
  dispatch: Dispatch,
  operation: O,
  argument: Argument<O>,
): Promise<Explanation> {
  try {
    return (await readOnce(dispatch, operation, argument)) as Explanation;
  } catch (failure) {
    throw new Error(failureText(failure), { cause: failure });
  }
}
