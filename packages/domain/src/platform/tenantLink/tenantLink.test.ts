import { describe, expect, it } from 'vitest';
import { decideLinkSubject, decideLinkTarget, moveLink, subjectFailures, tenantLinkLifecycle } from './index.ts';

const noSubject = { firmId: null, investorIds: [] };
const textsOf = (failures: readonly { readonly detail?: string }[]) => failures.map(({ detail }) => detail);

describe('a link between two firms', () => {
  it('requires the firm of an LP tenant and the investors of a manager [U-T-066] [U-P-083 M-T-026 M-T-027]', () => {
    expect(textsOf(subjectFailures(true, noSubject))).toEqual([
      'Please select the firm you would like to create a link for.',
    ]);
    expect(textsOf(subjectFailures(false, noSubject))).toEqual([
      'Please select at least one investor to create a link for.',
    ]);
    expect(subjectFailures(true, { firmId: 'f', investorIds: [] })).toEqual([]);
    expect(subjectFailures(false, { firmId: null, investorIds: ['i'] })).toEqual([]);
    expect(subjectFailures(true, { firmId: 'f', investorIds: ['i'] })[0]?.code).toBe('FIELD_NOT_OF_TYPE');
    expect(subjectFailures(false, { firmId: 'f', investorIds: ['i'] })[0]?.code).toBe('FIELD_NOT_OF_TYPE');
  });

  it('is pending, accepted, rejected or removed, and shows that it was rejected [U-T-037 M-T-053]', () => {
    expect(Object.keys(tenantLinkLifecycle.states)).toEqual(['PEND', 'ACCEPT', 'REJ', 'REM']);
    expect(tenantLinkLifecycle.events.rejectTenantLinkRequest.button.message).toBe(
      'Tenant Link request rejected successfully.',
    );
  });

  it('is answered by the other firm, once, and removed by either [U-T-051] [U-P-037]', () => {
    const request = { status: 'PEND', isOurs: false } as const;
    expect(moveLink(request, 'acceptTenantLinkRequest', null)._unsafeUnwrap()).toBe('ACCEPT');
    expect(moveLink(request, 'rejectTenantLinkRequest', 'Unknown to us')._unsafeUnwrap()).toBe('REJ');
    for (const comments of [null, '\u200b'])
      expect(moveLink(request, 'rejectTenantLinkRequest', comments)._unsafeUnwrapErr()[0]?.code).toBe(
        'COMMENT_REQUIRED',
      );
    expect(moveLink({ ...request, isOurs: true }, 'acceptTenantLinkRequest', null)._unsafeUnwrapErr()[0]?.code).toBe(
      'OWN_REQUEST',
    );
    expect(moveLink({ status: 'ACCEPT', isOurs: true }, 'removeTenantLinkRequest', null)._unsafeUnwrap()).toBe('REM');
    for (const status of ['ACCEPT', 'REJ', 'REM'] as const)
      expect(moveLink({ status, isOurs: false }, 'acceptTenantLinkRequest', null)._unsafeUnwrapErr()[0]?.code).toBe(
        'WRONG_STATE',
      );
  });
});

describe('a link request', () => {
  const codesOf = (decision: ReturnType<typeof decideLinkTarget> | ReturnType<typeof decideLinkSubject>) =>
    decision.isErr() ? decision.error.map(({ code, path }) => `${code} ${path.join('.')}`) : [];

  it('names one tenant, by id or by its full name', () => {
    const targets = ['a', 'b', 'c'].map((id) => ({ id, name: id === 'c' ? 'Other' : 'Same' }));
    expect(decideLinkTarget({ id: 'b', name: null }, targets)._unsafeUnwrap().id).toBe('b');
    expect(decideLinkTarget({ id: null, name: 'Other' }, targets)._unsafeUnwrap().id).toBe('c');
    expect(codesOf(decideLinkTarget({ id: null, name: '' }, targets))).toEqual(['REQUIRED targetTenantId']);
    expect(codesOf(decideLinkTarget({ id: null, name: 'Same' }, targets))).toEqual(['REQUIRED targetTenantId']);
    expect(codesOf(decideLinkTarget({ id: 'd', name: null }, targets))).toEqual(['NOT_FOUND targetTenantId']);
  });

  it('is for existing records without another link', () => {
    const free = [{ id: 'i' }, { id: 'j' }];
    const linkSubject = (...investorIds: string[]) =>
      decideLinkSubject(false, { firmId: null, investorIds }, free, new Map([['k', 'Fund House']]));
    expect(linkSubject('j', 'i')._unsafeUnwrap()).toEqual({ firm: undefined, investors: [{ id: 'j' }, { id: 'i' }] });
    expect(codesOf(linkSubject('i', 'k', 'x'))).toEqual(['ALREADY_LINKED investors.1', 'NOT_FOUND investors.2']);
    expect(codesOf(linkSubject())).toEqual(['REQUIRED investors']);
    const firm = decideLinkSubject(true, { firmId: 'x', investorIds: [] }, free, new Map());
    expect(codesOf(firm)).toEqual(['NOT_FOUND firm']);
  });
});
