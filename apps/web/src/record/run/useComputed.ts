import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type FieldFailure, isFailure } from '../../api/failure.ts';

/** Input is sent after a pause of this length, and sent again after the longer one while the server can't be reached. */
const pauseMilliseconds = 300;
const againMilliseconds = 3000;

export interface Computation<R> {
  /** The latest computed run, which stays while the next one is being computed. */
  readonly run: R | undefined;
  /** The run of the current input; undefined if that can't be computed, so that no old figures are displayed with it. */
  readonly current: R | undefined;
  readonly isComputing: boolean;
  /** Errors that prevent the computation of the current input. */
  readonly refusals: readonly FieldFailure[];
  /** A message that the server does not respond and `run` belongs to earlier input; undefined while the server responds. */
  readonly away: string | undefined;
  /** Computes the same input again, because the records behind it have changed. */
  readonly recompute: () => void;
}

interface Outcome<R> extends Pick<Computation<R>, 'run' | 'refusals' | 'away'> {
  /** The input of the result, with the number of the attempt. */
  readonly key: string;
}

/** True if the server is unavailable or the session has ended. Neither says anything about the input. */
const isAway = (failure: unknown) => isFailure(failure) && (failure.status >= 500 || failure.status === 401);

/**
 * Computes the whole run on the server, as it would be stored, after each pause in typing, and again when an unavailable server is back.
 * Undefined input means that it is not complete enough to compute.
 */
export function useComputed<B, R>(body: B | undefined, compute: (body: B) => Promise<R>): Computation<R> {
  const [outcome, setOutcome] = useState<Outcome<R>>({ run: undefined, refusals: [], away: undefined, key: '' });
  const [times, setTimes] = useState(0);
  const recompute = useCallback(() => setTimes((before) => before + 1), []);
  const requestKey = body ? JSON.stringify(body) : '';
  const request = requestKey === '' ? '' : `${String(times)} ${requestKey}`;
  const call = useEffectEvent(() => compute(JSON.parse(requestKey) as B));
  useEffect(() => {
    if (request === '') return;
    let isLatest = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const settle = (next: (before: Outcome<R>) => Outcome<R>) => (isLatest ? setOutcome(next) : undefined);
    const timer = setTimeout(() => {
      call().then(
        (run) => settle(() => ({ run, refusals: [], away: undefined, key: request })),
        (failure: unknown) => {
          if (isAway(failure)) {
            const away =
              isFailure(failure) && failure.status === 401 ? 'you are signed out' : 'the server is unavailable';
            settle((before) => ({ ...before, refusals: [], away }));
            if (isLatest) again = setTimeout(recompute, againMilliseconds);
          } else settle((before) => ({ ...before, refusals: reasonsOf(failure), away: undefined, key: request }));
        },
      );
    }, pauseMilliseconds);
    window.addEventListener('online', recompute);
    return () => {
      isLatest = false;
      clearTimeout(timer);
      clearTimeout(again);
      window.removeEventListener('online', recompute);
    };
  }, [request, recompute]);
  return {
    run: outcome.run,
    current: request === '' || outcome.refusals.length > 0 ? undefined : outcome.run,
    refusals: request === '' ? [] : outcome.refusals,
    away: request !== '' && outcome.key !== request ? outcome.away : undefined,
    isComputing: request !== '' && outcome.key !== request,
    recompute,
  };
}

function reasonsOf(failure: unknown): readonly FieldFailure[] {
  if (!isFailure(failure)) return [{ path: '', code: '', message: 'This can’t be computed. Please try again.' }];
  return failure.errors.length > 0 ? failure.errors : [{ path: '', code: '', message: failure.message }];
}
