import type { ImportFile } from '@rollcall/contract'
import type { FastifyInstance } from 'fastify'
import { createKey } from '../../directory/keys/key-service.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import { createPauses } from '../../platform/fairness/pauses.ts'
import { derivedId } from '../../platform/sql/derived-id.ts'
import { type RefreshReport, runRefresh } from '../../warehouse/refresh/refresh-service.ts'
import { importDirectory } from '../imports/import-service.ts'
import { fetchFrom } from './inject-fetch.ts'
import type { SampleApi, SampleCompany } from './sample-source.ts'
import { addEntities, type SampleKind, type StoredSample, saveMade, saveProgress } from './sample-store.ts'

export interface SampleParts {
  readonly jobs: Database
  readonly app: FastifyInstance
  readonly sealer: Sealer
  readonly fairness: Fairness
  readonly onRefreshed: (orgId: string, report: RefreshReport) => void
}

const idOf = (orgId: string, kind: SampleKind, name: string): string => derivedId(orgId, ['sample', kind, name])

/** Writes down what the company will consist of. The ids are its own, so nothing of the same name is taken for it. */
export const announceCompany = async (trx: Db, orgId: string, { file, sourceIds }: SampleCompany): Promise<void> => {
  const { locations = [], groups = [], users = [] } = withIds(orgId, file)
  const list = (entities: readonly { readonly id?: string | undefined }[]) => entities.flatMap(({ id }) => id ?? [])
  await addEntities(trx, orgId, 'location', list(locations))
  await addEntities(trx, orgId, 'group', list(groups))
  await addEntities(trx, orgId, 'user', list(users))
  await addEntities(trx, orgId, 'source', sourceIds)
}

const withIds = (orgId: string, file: ImportFile): ImportFile => ({
  ...file,
  locations: file.locations?.map((each) => ({ ...each, id: idOf(orgId, 'location', each.name) })) ?? [],
  groups: file.groups?.map((each) => ({ ...each, id: idOf(orgId, 'group', `${each.type} ${each.name}`) })) ?? [],
  users: file.users?.map((each) => ({ ...each, id: idOf(orgId, 'user', each.userName) })) ?? [],
})

/** Ends the making of a company that is to be removed. */
export class RemovalRequested extends Error {}

/** Makes the company, or resumes making it: each step repeats without harm what an interrupted one did. @throws RemovalRequested */
export const makeSample = async (
  { jobs, app, sealer, fairness, onRefreshed }: SampleParts,
  orgId: string,
  { userId }: StoredSample,
  company: SampleCompany,
  signal: AbortSignal,
): Promise<void> => {
  const { db } = jobs
  const pause = createPauses(fairness, orgId)
  const reporting = (step: NonNullable<StoredSample['step']>) => async (done: number, total: number) => {
    signal.throwIfAborted()
    if (!(await saveProgress(db, orgId, { step, done, total }))) throw new RemovalRequested()
  }
  await reporting('directory')(0, 0)
  await importDirectory(db, orgId, withIds(orgId, company.file), { force: true, signal, pause })
  await reporting('events')(0, 0)
  const api = await openApi({ db, app, sealer }, orgId, userId, signal)
  await company.sendHistory(api, reporting('events'))
  await reporting('today')(0, 0)
  await company.sendToday(api)
  await reporting('figures')(0, 0)
  onRefreshed(orgId, await runRefresh(jobs, orgId, { trigger: 'request', signal, pause }))
  await saveMade(db, orgId)
}

/** Longer than any making takes. Each attempt has a key of its own, whose secret is only here; the removal deletes them. */
const KEY_MS = 3_600_000

const openApi = async (
  { db, app, sealer }: { readonly db: Db; readonly app: FastifyInstance; readonly sealer: Sealer },
  orgId: string,
  userId: string | null,
  signal: AbortSignal,
): Promise<SampleApi> => {
  const expiresAt = new Date(Date.now() + KEY_MS)
  const key = await db.transaction().execute(async (trx) => {
    const created = await createKey(trx, sealer, {
      ...{ orgId, name: 'Sample company', role: 'all-permissions', auth: ['hmac'], expiresAt },
    })
    await addEntities(trx, orgId, 'key', [created.id])
    return created
  })
  return { baseUrl: 'http://localhost', key: { id: key.id, secret: key.secret }, fetch: fetchFrom(app), signal, userId }
}
