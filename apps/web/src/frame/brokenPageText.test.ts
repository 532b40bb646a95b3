import { expect, it } from 'vitest';
import { brokenPageText } from './brokenPageText.ts';

it('ends the reason with one period, even if the reason has its own', () => {
  const rest = 'Nothing was saved. Anything you typed into a form is offered when you open it again.';
  for (const reason of ['x is null', 'x is null.', 'x is null..', 'x is null. '])
    expect(brokenPageText(new Error(reason))).toBe(`This page stopped working: x is null. ${rest}`);
  for (const nothing of [undefined, new Error('')])
    expect(brokenPageText(nothing)).toBe(`This page stopped working. ${rest}`);
});
