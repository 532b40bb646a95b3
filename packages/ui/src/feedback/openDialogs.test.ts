import { expect, it } from 'vitest';
import { currentDialogs, openDialog } from './openDialogs.ts';

it('opens nothing that it cannot draw, and says so [U-T-092]', () => {
  expect(() => openDialog(undefined as never)).toThrow(TypeError);
  expect(currentDialogs()).toEqual([]);
});
