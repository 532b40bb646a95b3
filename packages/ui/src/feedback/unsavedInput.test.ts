import { expect, it, vi } from 'vitest';
import { discardUnsaved, registerUnsaved, leavesDialogs, questionBefore, type Step } from './unsavedInput.ts';

const step = (action: Step['action'], to: string, search = ''): Step => ({
  from: { pathname: '/comp/award', search: '' },
  to: { pathname: to, search },
  action,
});

it('Back and links close dialogs over a page; filters and redirects within the page do not', () => {
  expect(leavesDialogs(step('POP', '/comp/award', '?page=2'))).toBe(true);
  expect(leavesDialogs(step('PUSH', '/comp/salary'))).toBe(true);
  expect(leavesDialogs(step('PUSH', '/comp/award', '?page=2'))).toBe(false);
  expect(leavesDialogs(step('REPLACE', '/comp/salary'))).toBe(false);
});

it('asks about the topmost input on the page, and never again about discarded input', () => {
  const discard = vi.fn();
  const forgetForm = registerUnsaved({ question: () => 'the form', discard });
  const forgetDialog = registerUnsaved({
    question: (nextStep) => (!nextStep || leavesDialogs(nextStep) ? 'the dialog' : undefined),
  });
  expect(questionBefore(step('POP', '/'))).toBe('the dialog');
  expect(questionBefore(step('REPLACE', '/'))).toBe('the form');
  discardUnsaved(step('REPLACE', '/'));
  expect(discard).toHaveBeenCalledOnce();
  expect(questionBefore()).toBe('the dialog');
  forgetDialog();
  forgetForm();
  expect(questionBefore()).toBeUndefined();
});
