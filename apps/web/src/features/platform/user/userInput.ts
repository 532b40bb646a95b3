type Values = Readonly<Record<string, unknown>>;

const shortestPassword = 12;
const textOf = (value: unknown) => String(value ?? '').trim();

export const typedPassword = (values: Values): string => String(values['password'] ?? '');
/** The server requires an empty text for a person without an email address. */
export const typedEmail = (values: Values): string => textOf(values['email']);
/** The login, which is the e-mail address unless another one is entered. */
export const typedLogin = (values: Values): string => textOf(values['username']) || typedEmail(values);

/** True if the form offers a password: not for one's own account, where changing it takes the current one. */
export const offersPassword = (loaded: Values | undefined, ownId: string | undefined): boolean =>
  loaded === undefined || (loaded['canEditPerson'] === true && loaded['id'] !== ownId);

/** Returns the mistakes in the form of a user that its fields can't find alone. */
export function checkUser(values: Values): Readonly<Record<string, string | undefined>> {
  const { length } = typedPassword(values);
  return {
    username: typedLogin(values) === '' ? 'Enter a login or an e-mail address.' : undefined,
    password:
      length > 0 && length < shortestPassword
        ? `The password has fewer than ${String(shortestPassword)} characters.`
        : undefined,
  };
}
