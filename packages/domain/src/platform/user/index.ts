import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { type ModuleRole, personFailures, roleFailures, type RolesByModule } from '../roles/index.ts';

interface PersonFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly username: string;
}

/** A user as it is stored. */
export interface ManagedUser extends PersonFields {
  readonly id: string;
  readonly status: string;
  readonly isInvitation: boolean;
  /** True if this firm is the person's home firm. */
  readonly isHome: boolean;
  /** True for a program, which can't sign in. */
  readonly isProgram: boolean;
  /** True if the person can read pay that the acting person can't. */
  readonly isOfPayAccess: boolean;
  readonly roles: readonly ModuleRole[];
  readonly modules: readonly string[];
}

/** A request to change a user. */
interface ChangedUser extends PersonFields {
  readonly roles: readonly ModuleRole[];
  readonly setsPassword: boolean;
}

const ofPayAccess = fail(
  'PERSON_NOT_YOURS',
  [],
  'This person has access to pay, or sees their own in the portal. Only people who can see that pay can change the name, e-mail, login, password and second factor.',
);

/** Refuses a change of a person with pay access: anybody who could sign in as them would see that pay. Fails: PERSON_NOT_YOURS. */
export const payAccessFailures = (opensPay: boolean): Failures => (opensPay ? [ofPayAccess] : []);

const isSamePerson = (first: PersonFields, other: PersonFields) =>
  first.firstName === other.firstName &&
  first.lastName === other.lastName &&
  first.email === other.email &&
  first.username === other.username;

function invitationFailure(before: ManagedUser, after: ChangedUser): Failure | undefined {
  // A person who sets the password, or the address for the link, could accept the invitation.
  if (before.isOfPayAccess && (after.setsPassword || after.email !== before.email)) return ofPayAccess;
  if (after.username === before.username) return undefined;
  const detail = 'You can’t change the login of an invitation. Cancel it and send another one.';
  return fail('LOGIN_OF_INVITATION', ['username'], detail);
}

function memberFailure(before: ManagedUser, after: ChangedUser): Failure | undefined {
  if (isSamePerson(before, after) && !after.setsPassword) return undefined;
  if (before.isProgram)
    return fail(
      'PROGRAM_FIXED',
      [],
      'You can’t change the name or login of a program, and it has no password: it can’t sign in.',
    );
  if (before.isHome) return before.isOfPayAccess ? ofPayAccess : undefined;
  const detail = 'Only this person’s home firm can change the name, e-mail, login and password.';
  return fail('PERSON_OF_OTHER_TENANTS', [], detail);
}

/**
 * Decides on a change of a user, and returns what changes.
 *
 * Fails: PERSON_NOT_YOURS, DUPLICATE_ROLE, ROLE_NOT_ADMINISTERED, LOGIN_OF_INVITATION, PROGRAM_FIXED, PERSON_OF_OTHER_TENANTS, and
 * OWN_PASSWORD: a person changes their own password only with the current one.
 */
export function decideUserChange(
  before: ManagedUser,
  after: ChangedUser,
  personId: string,
  own: RolesByModule,
  modules: readonly string[],
): Result<{ readonly isSamePerson: boolean; readonly isSameLogin: boolean }, Failures> {
  const failures = [...personFailures(own, before.modules), ...roleFailures(own, before.roles, after.roles, modules)];
  if (failures.length > 0) return err(failures);
  if (after.setsPassword && before.id === personId)
    return err([fail('OWN_PASSWORD', ['password'], 'Change your own password in your account, with the current one.')]);
  const failure = before.isInvitation ? invitationFailure(before, after) : memberFailure(before, after);
  return failure
    ? err([failure])
    : ok({ isSamePerson: isSamePerson(before, after), isSameLogin: before.username === after.username });
}

/** Decides whether a person can remove somebody's second factor. Fails: OWN_SECOND_FACTOR, PERSON_NOT_YOURS, PERSON_OF_OTHER_TENANTS. */
export function decideFactorRemoval(user: ManagedUser, personId: string, own: RolesByModule): Result<true, Failures> {
  if (user.id === personId)
    return err([
      fail('OWN_SECOND_FACTOR', ['id'], 'Remove your own second factor in your account, with one of its codes.'),
    ]);
  const foreign = personFailures(own, user.modules);
  if (foreign.length > 0) return err(foreign);
  if (!user.isHome && !user.isProgram)
    return err([fail('PERSON_OF_OTHER_TENANTS', ['id'], 'Only this person’s home firm can remove the second factor.')]);
  return user.isOfPayAccess ? err([ofPayAccess]) : ok(true);
}

/** Decides whether a person can mail somebody's invitation. Fails: PERSON_NOT_YOURS, NOT_INVITED, NO_MAIL_SERVER, NO_ADDRESS. */
export function decideInvitationMail(
  user: ManagedUser,
  hasMailServer: boolean,
  own: RolesByModule,
): Result<true, Failures> {
  const foreign = personFailures(own, user.modules);
  if (foreign.length > 0) return err(foreign);
  if (user.status !== 'Invited')
    return err([fail('NOT_INVITED', ['id'], 'Only people with an open invitation can be mailed one.')]);
  if (!hasMailServer)
    return err([
      fail(
        'NO_MAIL_SERVER',
        [],
        'This installation has no mail server. Copy the invitation link and send it yourself.',
      ),
    ]);
  return user.email === '' ? err([fail('NO_ADDRESS', ['email'], 'The invitation has no e-mail address.')]) : ok(true);
}

const namesOf = (roles: readonly ModuleRole[]): string =>
  roles
    .map(({ application, role }) => `${application} ${role}`)
    .sort()
    .join();

/**
 * Decides whether an invitation can be accepted. If its roles aren't those in the firm's audit log, somebody tampered with them.
 *
 * Fails: INVITATION_CHANGED.
 */
export function decideJoining(
  roles: readonly ModuleRole[],
  recorded: readonly ModuleRole[] | undefined,
  tenantName: string,
): Result<true, Failures> {
  if (recorded && namesOf(recorded) === namesOf(roles)) return ok(true);
  const text = `The roles of this invitation have been changed. Ask ${tenantName} for another invitation.`;
  return err([fail('INVITATION_CHANGED', ['id'], text)]);
}

/** Decides whether an invitation is accepted with a new password: only by people without an account. Fails: OWN_ACCOUNT. */
export const decideFirstPassword = (hasAccount: boolean): Result<true, Failures> =>
  hasAccount
    ? err([fail('OWN_ACCOUNT', ['token'], 'You already have an account. Sign in to it, then accept the invitation.')])
    : ok(true);
