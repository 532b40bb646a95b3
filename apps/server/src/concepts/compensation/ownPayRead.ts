import { ownPayReadList } from '@carrara/adapters/postgres/compensation/access/ownPayReads';
import type { OwnPayRead, ownPayReadEndpoints } from '@carrara/contract/compensation/ownPayRead';
import { callsByConcept } from '@carrara/contract/contract';
import { portalShows } from '@carrara/contract/core/modules';
import { mappedList } from '../../core/mappedList.ts';
import type { Operations } from '../../core/operations.ts';
import type { PageQuery } from '../../core/recordOperations.ts';

const summaries = new Map(
  Object.values(callsByConcept).flatMap((calls) => Object.entries(calls).map(([name, { summary }]) => [name, summary])),
);

/** Operations on who accessed the person's own pay. Empty if the firm doesn't display it. */
export const ownPayReadOperations: Operations<typeof ownPayReadEndpoints> = {
  listPortalPayReads: mappedList<OwnPayRead, PageQuery, unknown, OwnPayRead>(
    ownPayReadList,
    (_query, { tenant }) => ({ isVisible: portalShows(tenant.settings).payReads }),
    ({ action, ...row }) => ({ ...row, action: summaries.get(action) ?? action }),
  ),
};
