import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, spyOn } from 'storybook/test';
import { sendAfterPause } from './sendAfterPause.ts';

const sent = fn();
const arrange = (panel: string) =>
  sendAfterPause('home', 'arrangeBoard', { board: 'home', panels: [{ id: panel, isHidden: true }] }, 'harbour');
const afterPause = () => new Promise<void>((resolve) => void setTimeout(resolve, 900));

const meta = {
  title: 'record/Stored after a pause',
  render: () => <p>Arranged panels</p>,
  beforeEach: () => {
    sent.mockClear();
    const fetched = spyOn(window, 'fetch').mockImplementation((_input, init) => {
      sent(init?.keepalive, JSON.parse(String(init?.body)));
      return Promise.resolve(Response.json({}));
    });
    return () => fetched.mockRestore();
  },
} satisfies Meta;
export default meta;

export const LeavingThePage: StoryObj<typeof meta> = {
  name: 'The last arrangement is sent immediately, and only once, if the page is left',
  play: async () => {
    arrange('runs');
    arrange('funds');
    await expect(sent).not.toHaveBeenCalled();
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    const body = { Board: 'home', Panels: [{ Id: 'funds', IsHidden: true }] };
    await expect(sent.mock.calls).toEqual([[true, body]]);
    await afterPause();
    await expect(sent).toHaveBeenCalledTimes(1);
    // Without leaving, it is sent after the pause.
    arrange('runs');
    await afterPause();
    await expect(sent).toHaveBeenCalledTimes(2);
  },
};
