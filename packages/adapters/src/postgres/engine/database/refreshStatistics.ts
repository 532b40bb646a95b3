import pg from 'pg';

/**
 * Counts what the tables hold, so that the first queries after many rows came at once are planned by what is there. PostgreSQL does the same by
 * itself, but only a while later; until then a list over several tables can take seconds.
 */
export async function refreshStatistics({ adminUrl }: { readonly adminUrl: string }): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'carrara statistics' });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await admin.query('ANALYZE');
  } finally {
    await admin.end();
  }
}
