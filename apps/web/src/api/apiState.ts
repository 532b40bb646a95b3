import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { api } from './api.ts';

/** The part of the store that calls use. */
export interface ApiState {
  readonly api: ReturnType<typeof api.reducer>;
}

export type Dispatch = ThunkDispatch<ApiState, unknown, UnknownAction>;
