import { describe, expect, it } from 'vitest';
import { linkMoves, moveLink, subjectFailures, tenantLinkLifecycle } from './index.ts';

const none = { firmId: null, investorIds: [] };
const textsOf = (failures: readonly { readonly detail?: string }[]) => failures.map(({ detail }) => detail);

describe('a link between two firms', () => {
  it('asks an LP tenant for its firm and a manager for investors [U-T-066] [U-P-083 M-T-026 M-T-027]', () => {
    expect(textsOf(subjectFailures(true, none))).toEqual([
      'Please select the firm you would like to create a link for.',
    ]);
    expect(textsOf(subjectFailures(false, none))).toEqual([
      'Please select at least one investor to create a link for.',
    ]);
    expect(subjectFailures(true, { firmId: 'f', investorIds: [] })).toEqual([]);
    expect(subjectFailures(false, { firmId: null, investorIds: ['i'] })).toEqual([]);
    expect(subjectFailures(true, { firmId: 'f', investorIds: ['i'] })[0]?.code).toBe('FIELD_NOT_OF_TYPE');
    expect(subjectFailures(false, { firmId: 'f', investorIds: ['i'] })[0]?.code).toBe('FIELD_NOT_OF_TYPE');
  });

  it('is pending, accepted, rejected or removed, and says that it was rejected [U-T-037 M-T-053]', () => {
    expect(Object.keys(tenantLinkLifecycle.states)).toEqual(['PEND', 'ACCEPT', 'REJ', 'REM']);
    expect(tenantLinkLifecycle.events.rejectTenantLinkRequest.button.told).toBe(
      'Tenant Link request rejected successfully.',
    );
  });

  it('is answered by the other firm, once, and taken away by either [U-T-051] [U-P-037]', () => {
    const asked = { status: 'PEND', isOurs: false } as const;
    expect(linkMoves(asked)).toEqual(['acceptTenantLinkRequest', 'rejectTenantLinkRequest', 'removeTenantLinkRequest']);
    expect(linkMoves({ ...asked, isOurs: true })).toEqual(['removeTenantLinkRequest']);
    expect(moveLink(asked, 'acceptTenantLinkRequest', null)._unsafeUnwrap()).toBe('ACCEPT');
    expect(moveLink(asked, 'rejectTenantLinkRequest', 'Unknown to us')._unsafeUnwrap()).toBe('REJ');
    expect(moveLink(asked, 'rejectTenantLinkRequest', null)._unsafeUnwrapErr()[0]?.code).toBe('COMMENT_REQUIRED');
    expect(moveLink({ ...asked, isOurs: true }, 'acceptTenantLinkRequest', null)._unsafeUnwrapErr()[0]?.code).toBe(
      'OWN_REQUEST',
    );
    expect(moveLink({ status: 'ACCEPT', isOurs: true }, 'removeTenantLinkRequest', null)._unsafeUnwrap()).toBe('REM');
    for (const status of ['REJ', 'REM'] as const) expect(linkMoves({ status, isOurs: false })).toEqual([]);
    expect(
      moveLink({ status: 'ACCEPT', isOurs: false }, 'acceptTenantLinkRequest', null)._unsafeUnwrapErr()[0]?.code,
    ).toBe('WRONG_STATE');
  });
});
