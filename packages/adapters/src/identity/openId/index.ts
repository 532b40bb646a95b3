export * from './pendingSignIn.ts';
export * from './provider.ts';
export * from './signInFault.ts';
