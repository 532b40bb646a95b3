/** The reasons why a sign-in at a provider failed, by the code in the return address, with the message. */
export const signInRefusals = {
  refused: 'The sign-in did not succeed. Try again, or ask your administrator.',
  canceled: 'The sign-in was canceled at the provider. Try again when you are ready.',
  late: 'The sign-in took too long, or was begun in another window. Begin it again here.',
  foreign:
    'The provider answered another sign-in than the one that was begun here. Nobody was signed in; begin it again.',
  unreachable: 'The provider cannot be reached at the moment. Try again in a while, or sign in another way.',
  noEmail: 'The provider sent no e-mail address, which the first sign-in needs. Ask your administrator.',
} as const;
export type SignInRefusal = keyof typeof signInRefusals;

/** Returns the message for a code in an address. An unknown code gets the general message. */
export const refusalText = (given: string): string =>
  Object.hasOwn(signInRefusals, given) ? signInRefusals[given as SignInRefusal] : signInRefusals.refused;
