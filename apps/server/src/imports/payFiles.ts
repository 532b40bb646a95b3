import { seesAllPay } from '@carrara/adapters/postgres/compensation/payAccess';
import { type Failures, fail } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';

/** Fails: PAY_ACCESS_NOT_YOURS. A file of pay holds that of everybody. */
export const payFileFailures = async ({ tx }: RequestContext): Promise<Failures> =>
  (await seesAllPay(tx))
    ? []
    : [
        fail(
          'PAY_ACCESS_NOT_YOURS',
          ['file'],
          'Only people with access to everyone’s pay can import pay. Ask one of them to import this file.',
        ),
      ];
