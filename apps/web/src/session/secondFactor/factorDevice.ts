import type { SignInMethod } from '@carrara/domain/platform/signIn';

export { describeDevice } from '@carrara/domain/platform/signIn';

const names: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  totp: 'Authenticator',
  recoveryCode: 'Recovery code',
  passkey: 'Passkey',
  provider: 'Provider',
  providerMfa: 'Provider, with a second factor',
};

/** Returns the sign-in methods of a session as a text. */
export const displayedMethods = (methods: readonly SignInMethod[]): string =>
  methods.map((method) => names[method]).join(', ');
