import pg from 'pg';

/** Removes every firm and person of the database, their trail included: for a demo that was cut short, and nothing else. */
export async function removeAllFirms({ adminUrl }: { readonly adminUrl: string }): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'carrara start' });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await admin.query('TRUNCATE tenant, person CASCADE');
  } finally {
    await admin.end();
  }
}
