import { afterEach, describe, expect, it } from 'vitest';
import { messageHelp, onFirstMessage, rememberMessage, setMessageHelp } from './messageHelp.ts';

describe('the help page of a message', () => {
  afterEach(() => setMessageHelp(undefined));

  it('is found by the message of the server, also inside of a longer text', () => {
    let messages = 0;
    onFirstMessage(() => {
      messages += 1;
    });
    rememberMessage('The quarter is locked.', 'PERIOD_LOCKED');
    rememberMessage('Something else is wrong.', 'OTHER');
    expect(messages).toBe(1);
    expect(messageHelp('The quarter is locked.')).toBeUndefined();
    setMessageHelp((code) => (code === 'PERIOD_LOCKED' ? '#/help/user/quarter-close' : undefined));
    expect(messageHelp('The quarter is locked.')).toBe('#/help/user/quarter-close');
    expect(messageHelp('422 Something else is wrong. The quarter is locked.')).toBe('#/help/user/quarter-close');
    expect(messageHelp('Something else is wrong.')).toBeUndefined();
    expect(messageHelp('A message of the browser.')).toBeUndefined();
  });
});
