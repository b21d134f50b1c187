import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type CreatedKey, createKey } from '../access/key-service.ts'
import { createOrganization } from '../access/organization-service.ts'
import type { Sealer } from '../access/sealing.ts'
import { setUpCode, setUpLink } from '../accounts/set-up.ts'
import type { Db } from '../db/database.ts'

export interface FirstRun {
  readonly organizationId: string
  readonly key: CreatedKey
  /** Makes the first administrator. */
  readonly setUpUrl: string
  /** Where the secret and the link were written, mode 0600. */
  readonly file: string
}

/**
 * On an empty service makes one organisation and one key for everything. The file is written before the commit: being killed
 * in between leaves a file that the next start overwrites, never a key whose secret nobody has seen.
 */
export const firstRun = (db: Db, sealer: Sealer, dataDir: string, baseUrl: string): Promise<FirstRun | undefined> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('rollcall.first_run'))`.execute(trx)
    const existing = await trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
    if (existing) return undefined
    const { id: organizationId } = await createOrganization(trx, { name: 'My organisation' })
    const auth = ['hmac', 'basic'] as const
    const key = await createKey(trx, sealer, { orgId: organizationId, name: 'First key', role: 'all-permissions', auth })
    const setUpUrl = setUpLink(baseUrl, setUpCode(sealer, organizationId))
    const file = join(dataDir, 'first-run.json')
    await writeFile(file, `${JSON.stringify({ baseUrl, organizationId, setUpUrl, key }, null, 2)}\n`, { mode: 0o600 })
    return { organizationId, key, setUpUrl, file }
  })
