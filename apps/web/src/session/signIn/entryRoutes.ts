/** The pages before and around the product. */
export const entryRoutes = [
  { path: '/', title: 'Home' },
  { path: '/login', title: 'Sign in' },
  { path: '/login/:token', title: 'Return from provider sign-in' },
  { path: '/reset', title: 'Reset your password' },
  { path: '/reset/:token', title: 'Choose a new password with an e-mailed link' },
  { path: '/invitation/:token', title: 'Accept an e-mailed invitation' },
  { path: '/second-factor', title: 'Use your second factor' },
  { path: '/new-password', title: 'Choose your password' },
  { path: '/select-tenant', title: 'Choose a firm' },
  { path: '/no-applications', title: 'No applications' },
  { path: '/settings-load-failure', title: 'Settings couldn’t be loaded' },
  { path: '/user-not-found', title: 'User not found' },
  { path: '/force-logout', title: 'Signed out' },
  { path: '/Loading', title: 'Loading' },
  { path: '*', title: 'Pending to index' },
] as const;
