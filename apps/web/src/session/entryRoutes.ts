/** The pages before and around the product. */
export const entryRoutes = [
  { path: '/', title: 'Home' },
  { path: '/login', title: 'Sign in' },
  { path: '/login/:token', title: 'Return from a sign-in at a provider' },
  { path: '/reset', title: 'Reset your password' },
  { path: '/reset/:token', title: 'Choose a new password by a mailed link' },
  { path: '/invitation/:token', title: 'Accept a mailed invitation' },
  { path: '/second-factor', title: 'Show your second factor' },
  { path: '/new-password', title: 'Choose your password' },
  { path: '/select-tenant', title: 'Choose a firm' },
  { path: '/no-applications', title: 'No applications' },
  { path: '/settings-load-failure', title: 'Settings could not be loaded' },
  { path: '/user-not-found', title: 'User not found' },
  { path: '/force-logout', title: 'Signed out' },
  { path: '/Loading', title: 'Loading' },
  { path: '*', title: 'Pending to index' },
] as const;
