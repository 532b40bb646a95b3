import type { LiveSubscription } from '@carrara/adapters/signalr/client/listenLive';
import type { LiveEvent } from '@carrara/contract/core/events';
import type { SignedInUser } from '@carrara/contract/platform/signIn/signin';
import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { api } from '../api/api.ts';
import { tenantChosen, tenantOpened } from '../session/sessionSlice.ts';
import { createStore } from '../store.ts';
import { startLive } from './live.ts';

const meta: Meta = { title: 'features/Live updates', render: () => <p>Live updates</p> };
export default meta;

const changeOf = (number: number) =>
  ({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    linkType: number % 2 === 0 ? 'Fund' : 'Investor',
    params: [{ key: 'personId', value: 'bea' }],
  }) as unknown as LiveEvent;

export const Burst: StoryObj = {
  name: 'A burst of events refreshes the pages once, and the last events are in the bell',
  play: async () => {
    const store = createStore();
    const dispatched: unknown[] = [];
    const dispatch = ((action: Parameters<typeof store.dispatch>[0]) => {
      dispatched.push(action);
      return store.dispatch(action);
    }) as typeof store.dispatch;
    let subscription: LiveSubscription | undefined;
    startLive({ ...store, dispatch }, (_options, own) => {
      subscription = own;
      return Promise.resolve({ history: () => Promise.resolve([]), stop: () => Promise.resolve() });
    });
    store.dispatch(tenantChosen('harbour'));
    const settings = { tenantId: 'harbour', timeZone: 'UTC', applications: [] } as unknown as TenantSettings;
    store.dispatch(tenantOpened({ user: { id: 'ada' } as SignedInUser, settings }));
    for (let number = 0; number < 50; number += 1) subscription?.onUpdate(changeOf(number));
    const refreshes = () => dispatched.filter((action) => api.util.invalidateTags.match(action as object)).length;
    await expect(refreshes()).toBe(0);
    await waitFor(() => expect(store.getState().live.recent[0]?.id).toBe(changeOf(49).id));
    await expect(refreshes()).toBe(1);
  },
};
