import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isSetUpOpen, setUpCode, setUpLink } from '../directory/accounts/set-up.ts'
import { type CreatedKey, createKey } from '../directory/keys/key-service.ts'
import { createOrganization } from '../directory/organizations/organization-service.ts'
import { runAct } from '../gate/audit/act.ts'
import type { Sealer } from '../gate/sealing/sealing.ts'
import type { Db } from '../platform/db/database.ts'
import { replaceFile } from '../platform/replace-file.ts'

export interface FirstRun {
  readonly organizationId: string
  readonly key: CreatedKey
  /** The link that creates the first administrator. */
  readonly setUpUrl: string
  /** The file of mode 0600 that holds the secret and the link. */
  readonly file: string
}

/**
 * Creates a new link for a service in which no one can sign in yet, because the previous one may have expired, and writes it to
 * the file of the first run, if any. Returns undefined if an account can sign in, or if several organizations have no account.
 */
export const renewSetUp = async (
  db: Db,
  sealer: Sealer,
  dataDir: string,
  baseUrl: string,
): Promise<Pick<FirstRun, 'setUpUrl' | 'file'> | undefined> => {
  if (!(await isSetUpOpen([db]))) return undefined
  const [organization, ...others] = await db.selectFrom('organizations').select('id').limit(2).execute()
  if (!organization || others.length > 0 || (await hasOrganizationsElsewhere(db))) return undefined
  const file = join(dataDir, 'first-run.json')
  const setUpUrl = setUpLink(baseUrl, setUpCode(sealer, organization.id))
  const first = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
  if (first) await replaceFile(file, `${JSON.stringify({ ...first, baseUrl, setUpUrl }, null, 2)}\n`)
  return { setUpUrl, file }
}

/** Returns whether organizations are in other cells, where the database of DATABASE_URL may have none. */
const hasOrganizationsElsewhere = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organization_cells').select('org_id').limit(1).executeTakeFirst()) !== undefined

/**
 * Creates an organization and a key with every right on an empty service. The file is written before the commit: a process that
 * is killed in between leaves a file that the next start overwrites, never a key whose secret is lost.
 */
export const firstRun = (db: Db, sealer: Sealer, dataDir: string, baseUrl: string): Promise<FirstRun | undefined> =>
  runAct({ action: 'organization.create', actor: { type: 'service' } }, () =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('rollcall.first_run'))`.execute(trx)
      const existing = await trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
      if (existing || (await hasOrganizationsElsewhere(trx))) return undefined
      const { id: organizationId } = await createOrganization(trx, { name: 'My organization' })
      const auth = ['hmac', 'basic'] as const
      const firstKey = { orgId: organizationId, name: 'First key', role: 'all-permissions', auth } as const
      const key = await runAct({ action: 'key.create', actor: { type: 'service' } }, () => createKey(trx, sealer, firstKey))
      const setUpUrl = setUpLink(baseUrl, setUpCode(sealer, organizationId))
      const file = join(dataDir, 'first-run.json')
      await replaceFile(file, `${JSON.stringify({ baseUrl, organizationId, setUpUrl, key }, null, 2)}\n`)
      return { organizationId, key, setUpUrl, file }
    }),
  )
