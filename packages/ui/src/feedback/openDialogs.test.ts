import { expect, it } from 'vitest';
import { currentDialogs, openDialog } from './openDialogs.ts';

it('refuses to open a dialog that it cannot draw, with an error [U-T-092]', () => {
  expect(() => openDialog(undefined as never)).toThrow(TypeError);
  expect(currentDialogs()).toEqual([]);
});
