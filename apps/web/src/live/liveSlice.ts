import type { LiveEvent } from '@carrara/contract/core/events';
import { updateHistoryLength } from '@carrara/contract/core/events';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface Happening extends LiveEvent {
  readonly at: string;
  readonly unread: boolean;
}
export interface LiveState {
  /** Newest first. */
  readonly recent: readonly Happening[];
  /** `lost`: this tab is not told of changes now; it tries to connect again. */
  readonly connection: 'off' | 'on' | 'lost';
}

const initialState: LiveState = { recent: [], connection: 'off' };
const key = ({ linkType, id, version }: LiveEvent) => `${linkType} ${id} ${String(version)}`;

export const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionChanged: (state, { payload }: PayloadAction<LiveState['connection']>) => ({
      ...state,
      connection: payload,
    }),
    happened: (state, { payload }: PayloadAction<Happening>) => {
      const others = state.recent.filter((one) => key(one) !== key(payload));
      return { ...state, recent: [payload, ...others].slice(0, updateHistoryLength) };
    },
    historyRead: (state, { payload }: PayloadAction<readonly Happening[]>) => ({
      ...state,
      recent: payload.slice(0, updateHistoryLength),
    }),
    seen: (state) => ({ ...state, recent: state.recent.map((one) => ({ ...one, unread: false })) }),
    stopped: () => initialState,
  },
});

export const { connectionChanged, happened, historyRead, seen, stopped } = liveSlice.actions;
