export * from './pendingSignIn.ts';
export * from './provider.ts';
