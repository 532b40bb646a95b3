import type { Task } from '@carrara/contract/platform/task';
import { useEffect, useRef } from 'react';
import { useRead } from '../../api/calls.ts';

const askAgainMilliseconds = 400;

export const isEnded = ({ status }: Task): boolean => status !== 'WAITING' && status !== 'RUNNING';

/** Polls a background job until it has ended. */
export function useTask(known: Task): Task {
  const { currentData, refetch } = useRead('getTask', { params: { id: known.id } });
  const task = currentData ?? known;
  const ask = useRef(refetch);
  useEffect(() => {
    ask.current = refetch;
  }, [refetch]);
  const goesOn = !isEnded(task);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => ask.current(), askAgainMilliseconds);
    return () => clearInterval(timer);
  }, [goesOn]);
  return task;
}
