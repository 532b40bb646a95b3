import { describe, expect, it } from 'vitest';
import { uploadTurns } from './uploadTurns.ts';

const turns = () => uploadTurns({ inHandOfFirm: 2, inHand: 3, readers: 2 });

/** Creates work that ends on command. */
function paused() {
  let end = () => undefined as void;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { work: () => done, end: () => end() };
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('uploadTurns', () => {
  it("refuses a firm's file over its limit and leaves room for other firms", () => {
    const { enter } = turns();
    const leave = enter('alder')._unsafeUnwrap();
    enter('alder')._unsafeUnwrap();
    expect(enter('alder')._unsafeUnwrapErr()[0]).toMatchObject({
      code: 'TOO_MANY_FILES',
      detail: '2 files of your firm are already being read. Wait until they are done and try again.',
    });
    enter('cedar')._unsafeUnwrap();
    expect(enter('birch').isErr()).toBe(true);
    leave();
    expect(enter('birch').isOk()).toBe(true);
  });

  it('reads one file of a firm at a time and serves another firm before the second file of the first', async () => {
    const { inTurn } = turns();
    const begun: string[] = [];
    const files = ['alder 1', 'alder 2', 'alder 3', 'cedar 1', 'birch 1'].map((name) => {
      const { work, end } = paused();
      const ended = inTurn(name.split(' ')[0]!, () => {
        begun.push(name);
        return work();
      });
      return { end, ended };
    });
    await settle();
    expect(begun).toEqual(['alder 1', 'cedar 1']);
    files[0]!.end();
    await settle();
    expect(begun).toEqual(['alder 1', 'cedar 1', 'birch 1']);
    files[3]!.end();
    await settle();
    expect(begun.at(-1)).toBe('alder 2');
    for (const { end } of files) end();
    await Promise.all(files.map(({ ended }) => ended));
    expect(begun).toHaveLength(5);
  });

  it('continues after a failed task', async () => {
    const { inTurn } = turns();
    await expect(inTurn('alder', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
    expect(await inTurn('alder', async () => 'read')).toBe('read');
  });
});
