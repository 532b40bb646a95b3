import { type LiveEvent, updateHistoryLength } from '@carrara/contract/core/events';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface RecentEvent extends LiveEvent {
  readonly at: string;
}
export interface LiveState {
  /** Newest first. */
  readonly recent: readonly RecentEvent[];
  /** `lost`: this tab receives no updates at the moment and is reconnecting. */
  readonly connection: 'off' | 'on' | 'lost';
  /** The last reported check of a file: the id that its page has given it, and its progress in percent. */
  readonly check: { readonly id: string; readonly percent: number } | null;
}
/** The part of the store with the updates. */
export interface StateWithLive {
  readonly live: LiveState;
}

const initialState: LiveState = { recent: [], connection: 'off', check: null };
const key = ({ linkType, id, version }: LiveEvent) => `${linkType} ${id} ${String(version)}`;

export const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionChanged: (state, { payload }: PayloadAction<LiveState['connection']>) => ({
      ...state,
      connection: payload,
    }),
    checkContinued: (state, { payload }: PayloadAction<LiveState['check']>) => ({ ...state, check: payload }),
    /** Adds a burst of events, which are ordered oldest first. */
    happened: (state, { payload }: PayloadAction<readonly RecentEvent[]>) => {
      const all = [...payload.toReversed(), ...state.recent];
      const recent = all.filter((recentEvent, at) => all.findIndex((other) => key(other) === key(recentEvent)) === at);
      return { ...state, recent: recent.slice(0, updateHistoryLength) };
    },
    historyRead: (state, { payload }: PayloadAction<readonly RecentEvent[]>) => ({
      ...state,
      recent: payload.slice(0, updateHistoryLength),
    }),
    stopped: () => initialState,
  },
});

export const { checkContinued, connectionChanged, happened, historyRead, stopped } = liveSlice.actions;
