import { expect, it } from 'vitest';
import { approvalsText } from './approvalsText.ts';

it('counts the approvals, and names a rejection instead of counting around it', () => {
  const text = (...decisions: ('APP' | 'REJ' | null)[]) =>
    approvalsText({ approvals: decisions.map((approvalDecision) => ({ approvalDecision })) });
  expect([text(), text(null, null), text('APP', null), text('APP', 'APP')]).toEqual([undefined, '0/2', '1/2', '2/2']);
  expect(text('APP', 'REJ')).toBe('rejected');
});
