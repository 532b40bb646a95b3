import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type FieldFailure, isFailure } from '../../api/failure.ts';

/** Typing is over when nothing was typed for this long; a server that is away is asked again after this long. */
const pauseMilliseconds = 300;
const againMilliseconds = 3000;

export interface Computation<R> {
  /** The latest run that could be computed; kept while the next one is on its way. */
  readonly run: R | undefined;
  /** The same, undefined while the present input cannot be computed: no figure of an earlier one stands beside it. */
  readonly current: R | undefined;
  readonly isComputing: boolean;
  /** Why the present input cannot be computed. */
  readonly refusals: readonly FieldFailure[];
  /** Nobody answers: `run` is of what was typed before. In words; undefined while the server answers. */
  readonly away: string | undefined;
  /** Computes the same once more: the records behind it have changed. */
  readonly recompute: () => void;
}

interface Outcome<R> extends Pick<Computation<R>, 'run' | 'refusals' | 'away'> {
  /** What it answers, and the how manieth time. */
  readonly of: string;
}

/** The server is away or does not know us any more: neither says anything about the input. */
const isAway = (failure: unknown) => isFailure(failure) && (failure.status >= 500 || failure.status === 401);

/**
 * The whole run as it would be stored, computed by the server after each pause in typing, and again when a server that was away is back.
 * Undefined input: not complete enough to ask.
 */
export function useComputed<B, R>(body: B | undefined, compute: (body: B) => Promise<R>): Computation<R> {
  const [outcome, setOutcome] = useState<Outcome<R>>({ run: undefined, refusals: [], away: undefined, of: '' });
  const [times, setTimes] = useState(0);
  const recompute = useCallback(() => setTimes((before) => before + 1), []);
  const asked = body ? JSON.stringify(body) : '';
  const wanted = asked === '' ? '' : `${String(times)} ${asked}`;
  const call = useEffectEvent(() => compute(JSON.parse(asked) as B));
  useEffect(() => {
    if (wanted === '') return;
    let isLatest = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const settle = (next: (before: Outcome<R>) => Outcome<R>) => (isLatest ? setOutcome(next) : undefined);
    const timer = setTimeout(() => {
      call().then(
        (run) => settle(() => ({ run, refusals: [], away: undefined, of: wanted })),
        (failure: unknown) => {
          if (isAway(failure)) {
            const away = isFailure(failure) && failure.status === 401 ? 'nobody is signed in' : 'the server is away';
            settle((before) => ({ ...before, refusals: [], away }));
            if (isLatest) again = setTimeout(recompute, againMilliseconds);
          } else settle((before) => ({ ...before, refusals: reasonsOf(failure), away: undefined, of: wanted }));
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
  }, [wanted, recompute]);
  return {
    run: outcome.run,
    current: wanted === '' || outcome.refusals.length > 0 ? undefined : outcome.run,
    refusals: wanted === '' ? [] : outcome.refusals,
    away: wanted !== '' && outcome.of !== wanted ? outcome.away : undefined,
    isComputing: wanted !== '' && outcome.of !== wanted,
    recompute,
  };
}

function reasonsOf(failure: unknown): readonly FieldFailure[] {
  if (!isFailure(failure)) return [{ path: '', code: '', message: 'It could not be computed.' }];
  return failure.errors.length > 0 ? failure.errors : [{ path: '', code: '', message: failure.message }];
}
