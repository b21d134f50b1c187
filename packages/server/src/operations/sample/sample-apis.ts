import type { FastifyInstance } from 'fastify'
import { createKey } from '../../directory/keys/key-service.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { fetchFrom } from './inject-fetch.ts'
import type { SampleApi } from './sample-source.ts'
import { addEntities, type StoredSample } from './sample-store.ts'

/** Ways into this service for sample companies, one for each organization. */
export interface SampleApis {
  open(orgId: string, sample: StoredSample): Promise<SampleApi>
  /** Forgets the key, which may have been blocked or deleted: the next call creates another one. */
  close(orgId: string): void
}

const DAY_MS = 86_400_000

/** Each process has keys of its own, whose secrets are only here. They expire with the company, and its removal deletes them. */
export const createSampleApis = (
  { db, app, sealer }: { readonly db: Db; readonly app: FastifyInstance; readonly sealer: Sealer },
  signal: AbortSignal,
): SampleApis => {
  const apis = new Map<string, SampleApi>()

  const openNew = async (orgId: string, { userId, until }: StoredSample): Promise<SampleApi> => {
    const expiresAt = new Date(Math.max(Date.parse(until), Date.now()) + 2 * DAY_MS)
    const key = await db.transaction().execute(async (trx) => {
      const created = await createKey(trx, sealer, {
        ...{ orgId, name: 'Sample company', role: 'all-permissions', auth: ['hmac'], expiresAt },
      })
      await addEntities(trx, orgId, 'key', [created.id])
      return created
    })
    return { baseUrl: 'http://localhost', key: { id: key.id, secret: key.secret }, fetch: fetchFrom(app), signal, userId }
  }

  return {
    async open(orgId, sample) {
      const known = apis.get(orgId) ?? (await openNew(orgId, sample))
      apis.set(orgId, known)
      return known
    },
    close: (orgId) => void apis.delete(orgId),
  }
}
