import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** The employee of a portal link. */
interface LinkedEmployee {
  readonly name: string;
  /** The linked person; null if there is none. */
  readonly personId: string | null;
}

const toOneself = fail(
  'LINK_TO_ONESELF',
  ['user'],
  'You can’t change your own link to an employee. Ask another administrator.',
);

/**
 * Refuses a link because of pay: pay access, and the ban on editing one's own pay, depend on who the person is.
 */
const payAccessNotYours = fail(
  'PAY_ACCESS_NOT_YOURS',
  ['user'],
  'This user has access to pay. Only people with access to everyone’s pay can link them.',
);

/** Decides whether an employee can get a portal user. Fails: ALREADY_LINKED, PAY_ACCESS_NOT_YOURS. */
export function decidePortalAccess({ name, personId }: LinkedEmployee, isPayHidden: boolean): Result<true, Failures> {
  if (personId !== null) return err([fail('ALREADY_LINKED', ['id'], `${name} already has a portal user.`)]);
  return isPayHidden
    ? err([
        fail(
          'PAY_ACCESS_NOT_YOURS',
          [],
          `Only people who can see the pay of ${name} can do this, because the portal shows it.`,
        ),
      ])
    : ok(true);
}

interface LinkFacts {
  /** The acting person. */
  readonly actorId: string;
  /** True if the linked person has pay access that the acting person can't give. */
  readonly hasPayAccess: boolean;
}

/** Decides on the link to a person, who may be linked to another employee already. Fails: LINK_TO_ONESELF, ALREADY_LINKED, PAY_ACCESS_NOT_YOURS. */
export function decideLink(
  personId: string,
  other: { readonly name: string } | undefined,
  { actorId, hasPayAccess }: LinkFacts,
): Result<string, Failures> {
  if (personId === actorId) return err([toOneself]);
  if (other) return err([fail('ALREADY_LINKED', ['user'], `This user is already linked to ${other.name}.`)]);
  return hasPayAccess ? err([payAccessNotYours]) : ok(personId);
}

/** Decides on the end of a link. Fails: LINK_TO_ONESELF, PAY_ACCESS_NOT_YOURS. */
export const decideUnlink = (personId: string, facts: LinkFacts): Result<string, Failures> =>
  decideLink(personId, undefined, facts);
