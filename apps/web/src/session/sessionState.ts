import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ApiState } from '../api/apiState.ts';
import type { SessionState } from './sessionSlice.ts';

/** The part of the store that the session and its calls use. */
export interface State extends ApiState {
  readonly session: SessionState;
}

export type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;
