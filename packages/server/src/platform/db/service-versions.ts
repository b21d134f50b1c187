import { VERSION } from '../version.ts'
import type { Db } from './database.ts'

/** Notes the first start of this version. It only reads after that, so that a read-only database does not stop a start. */
export const recordVersion = async (db: Db): Promise<void> => {
  const known = await db.selectFrom('service_versions').select('version').where('version', '=', VERSION).executeTakeFirst()
  if (known) return
  await db
    .insertInto('service_versions')
    .values({ version: VERSION })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
