import { invitationDays } from '@carrara/adapters/identity/invitations';
import { latestRates } from '@carrara/adapters/postgres/platform/fx/latestRates';
import { readLogoId } from '@carrara/adapters/postgres/platform/image/logo';
import {
  colleagues,
  invitedColleagues,
  setupRecords,
} from '@carrara/adapters/postgres/platform/setupStep/setupRecords';
import { type Grants, hasAccessAs } from '@carrara/contract/core/permissions';
import { setupActions } from '@carrara/contract/platform/setupStep/setupActions';
import type { setupStepEndpoints } from '@carrara/contract/platform/setupStep/setupStep';
import { ok } from '@carrara/domain/kernel';
import { type ProfilePart, setupSteps } from '@carrara/domain/platform/setupStep';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { dismissSetup, isSetupDismissed } from '../../../usecases/platform/setupStep.ts';
import { ratesOf } from '../fx/fx.ts';

/** The most people that an unfinished step names. */
const mostPeople = 3;

/** Returns the parts of the firm profile that somebody entered. A setting that was never saved has its default. */
const enteredParts = (settings: Readonly<Record<string, unknown>>, logoId: string | null): ProfilePart[] => [
  ...(['legalName', 'legalAddress', 'timeZone', 'baseCurrency'] as const).filter((name) => Boolean(settings[name])),
  ...(logoId === null ? [] : ['logo' as const]),
];

async function listSetupSteps({ tx, tenant, grants, today }: RequestContext) {
  const { settings } = tenant;
  const people = await colleagues(tx);
  const { events, records, currencies } = await setupRecords(tx);
  const uses = (...modules: readonly (keyof Grants)[]) =>
    people.some((person) => modules.some((module) => person.grants[module] !== undefined));
  const { steps, isFinished } = setupSteps({
    profile: enteredParts(settings, await readLogoId(tx)),
    staff:
      people.filter((person) => hasAccessAs(person.grants, 'staff')).length +
      (await invitedColleagues(tx, invitationDays)),
    isSample: tenant.isSample,
    usesCarry: uses('carry'),
    usesPerformance: uses('performance', 'performance-lp'),
    baseCurrency: tenantCurrency({ tenant }),
    currencies,
    rates: ratesOf(await latestRates(tx, today)),
    today,
    events,
  });
  return ok({
    isFinished,
    isDismissed: isSetupDismissed(tenant),
    steps: steps.map(({ event, after, missing, ...step }) => {
      const recordId = records[step.id] ?? null;
      const mayDo = (roles: Grants) => setupActions(step.id, recordId, roles).length > 0;
      const others = step.state === 'done' || mayDo(grants) ? [] : people.filter((person) => mayDo(person.grants));
      return {
        ...step,
        after: [...after],
        missing: [...missing],
        recordId,
        doneDate: event?.at ?? null,
        doneBy: event?.by ?? null,
        people: others.slice(0, mostPeople).map(({ name }) => name),
      };
    }),
  });
}

export const setupStepOperations: Operations<typeof setupStepEndpoints> = {
  listSetupSteps,
  dismissSetup: (context, { body }) => dismissSetup(context, body.isDismissed),
};
