import { type CalendarDate, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { modulesNotAdministered, type RolesByModule } from '../roles/index.ts';
import { tokenPeriodFailures } from './period.ts';

/** Maximum number of valid tokens per owner. */
const mostTokens = 50;

interface RequestedToken {
  readonly endsOn: CalendarDate;
  readonly withPay: boolean;
  /** The addresses that may use it, or why they aren't clear. */
  readonly addresses: Result<readonly string[], Failures>;
  /** True if it is for a program instead of the acting person. */
  readonly isOfProgram: boolean;
}

/** The owner of a new token. */
interface TokenOwner {
  readonly name: string;
  /** The modules of a program. Empty for the acting person. */
  readonly modules: readonly string[];
  /** The number of valid tokens. */
  readonly tokens: number;
}

/** The acting person's rights. */
interface TokenRights {
  readonly roles: RolesByModule;
  readonly managesTokens: boolean;
  readonly viewsPay: boolean;
  /** True if the person has access to everyone's pay. */
  readonly canViewAllPay: boolean;
}

/**
 * Checks whether a token may read pay. For a program, its own pay access counts, which it gets like anybody else, and the holder of its token reads
 * through it. If only people who see everybody's pay can create it, nobody gains access that way.
 */
function payFailures({ withPay, isOfProgram }: RequestedToken, { viewsPay, canViewAllPay }: TokenRights): Failures {
  if (!withPay) return [];
  if (!viewsPay) return [fail('TOKEN_WITHOUT_PAY', ['withPay'], 'needs permission to view pay')];
  if (!isOfProgram || canViewAllPay) return [];
  return [
    fail('TOKEN_WITHOUT_PAY', ['withPay'], 'can be set for a program only by people with access to everyone’s pay'),
  ];
}

/**
 * Decides on a new token, and returns the addresses that may use it. The owner is undefined for a program that doesn't exist.
 *
 * Fails: TOKEN_PERIOD, ADDRESS_UNCLEAR, TOKEN_WITHOUT_PAY; FORBIDDEN, NOT_FOUND; PERSON_NOT_YOURS for a program with a module that the person doesn't
 *        administer; TOO_MANY_TOKENS.
 */
export function decideToken(
  token: RequestedToken,
  owner: TokenOwner | undefined,
  rights: TokenRights,
  today: CalendarDate,
): Result<readonly string[], Failures> {
  const { endsOn, addresses, isOfProgram } = token;
  const failures = [
    ...tokenPeriodFailures(endsOn, today),
    ...(addresses.isErr() ? addresses.error : []),
    ...payFailures(token, rights),
  ];
  if (failures.length > 0) return err(failures);
  if (isOfProgram && !rights.managesTokens) return err([fail('FORBIDDEN', [], '')]);
  if (!owner) return err([fail('NOT_FOUND', ['programId'], 'There is no such program.')]);
  const foreign = modulesNotAdministered(rights.roles, owner.modules);
  if (foreign.length > 0) {
    const detail = `This program has a role in ${foreign.join(' and ')}, which you don’t administer.`;
    return err([fail('PERSON_NOT_YOURS', ['programId'], detail)]);
  }
  if (owner.tokens >= mostTokens)
    return err([fail('TOO_MANY_TOKENS', [], `${owner.name} has ${mostTokens} tokens. End one first.`)]);
  return addresses.isErr() ? err(addresses.error) : ok(addresses.value);
}
