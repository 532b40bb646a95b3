import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../store.ts';
import { api } from './api.ts';
import type { Dispatch } from './apiState.ts';

/** Waits until the requests that follow from an action were sent. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a read', () => {
  /** The requests that have no response yet, by path. */
  let requests: { readonly path: string; readonly answer: (body: unknown) => void }[] = [];
  let sent: string[] = [];
  const count = (path: string) => sent.filter((each) => each === path).length;
  const answer = async (path: string, body: unknown) => {
    const at = requests.findIndex((request) => request.path === path);
    requests.splice(at, 1)[0]!.answer(body);
    await settled();
  };

  beforeEach(() => {
    [requests, sent] = [[], []];
    vi.stubGlobal('fetch', (url: string) => {
      const path = url.split('?')[0]!;
      sent.push(path);
      return new Promise((resolve) => {
        requests.push({ path, answer: (body) => resolve(Response.json(body)) });
      });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const started = async () => {
    const { dispatch, getState } = createStore();
    const { initiate } = api.endpoints['reportPayrollTieOut' as 'getSignedInUser'];
    void (dispatch as Dispatch)(initiate({ query: {} } as never));
    await settled();
    return { dispatch: dispatch as Dispatch, getState };
  };
  const tieOut = '/api/comp/reporting/payroll-tie-out';
  const page = (TotalItemCount: number) => ({ PageData: [], TotalItemCount });

  it('is refreshed while another call runs for a long time', async () => {
    const { dispatch } = await started();
    await answer(tieOut, page(1));
    const { initiate } = api.endpoints['getUpload' as 'getSignedInUser'];
    void dispatch(initiate({ params: { id: 'u1' } } as never));
    await settled();
    dispatch(api.util.invalidateTags(['PayrollFile']));
    await settled();
    expect(count(tieOut)).toBe(2);
    expect(count('/api/upload/u1')).toBe(1);
  });

  it('is repeated if its data changed while it ran, also the first time', async () => {
    const { dispatch, getState } = await started();
    dispatch(api.util.invalidateTags(['PayrollFile']));
    await settled();
    expect(count(tieOut)).toBe(1);
    await answer(tieOut, page(1));
    expect(count(tieOut)).toBe(2);
    await answer(tieOut, page(2));
    expect(count(tieOut)).toBe(2);
    expect(Object.values(getState().api.queries)).toMatchObject([{ data: { totalItemCount: 2 } }]);
  });

  it('is repeated after a write that ended while it ran', async () => {
    const { dispatch } = await started();
    const { initiate } = api.endpoints['confirmUpload' as 'switchTenant'];
    void dispatch(
      initiate({ params: { id: 'u1', fileType: 'payroll-actuals', confirmed: 'true' }, body: {} } as never),
    );
    await settled();
    await answer('/api/upload/u1/upload/payroll-actuals/true', { Id: 'u1' });
    expect(count(tieOut)).toBe(1);
    await answer(tieOut, page(1));
    expect(count(tieOut)).toBe(2);
  });

  it('isn’t repeated after a change of other data', async () => {
    const { dispatch } = await started();
    dispatch(api.util.invalidateTags(['Fund']));
    await answer(tieOut, page(1));
    expect(count(tieOut)).toBe(1);
  });
});
