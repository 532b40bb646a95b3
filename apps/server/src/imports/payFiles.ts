import { canViewAllPay } from '@carrara/adapters/postgres/platform/user/canViewAllPay';
import { type Failures, fail } from '@carrara/domain/kernel';
import type { RequestContext } from '../core/operations.ts';

/**
 * Returns failures for people who may not import pay. Fails: PAY_ACCESS_NOT_YOURS, because a pay file contains
 * everybody's pay.
 */
export const payFileFailures = async ({ tx }: RequestContext): Promise<Failures> =>
  (await canViewAllPay(tx))
    ? []
    : [
        fail(
          'PAY_ACCESS_NOT_YOURS',
          ['file'],
          'Only people with access to everyone’s pay can import pay. Ask one of them to import this file.',
        ),
      ];

/** Maximum number of names listed. Further ones are only counted. */
const mostNamed = 20;
export const listNames = (items: readonly string[]): string =>
  items.length > mostNamed
    ? `${items.slice(0, mostNamed).join(', ')} and ${(items.length - mostNamed).toLocaleString('en')} more`
    : items.join(', ');
