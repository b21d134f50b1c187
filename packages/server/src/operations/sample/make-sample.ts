import type { ImportFile } from '@rollcall/contract'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import { createPauses } from '../../platform/fairness/pauses.ts'
import { derivedId } from '../../platform/sql/derived-id.ts'
import { type RefreshReport, runRefresh } from '../../warehouse/refresh/refresh-service.ts'
import { importDirectory } from '../imports/import-service.ts'
import type { SampleApis } from './sample-apis.ts'
import type { SampleCompany } from './sample-source.ts'
import { addEntities, type SampleKind, type StoredSample, saveMade, saveProgress, saveSent } from './sample-store.ts'

export interface SampleParts {
  readonly jobs: Database
  readonly apis: SampleApis
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
  { jobs, apis, fairness, onRefreshed }: SampleParts,
  orgId: string,
  sample: StoredSample,
  company: SampleCompany,
  signal: AbortSignal,
): Promise<void> => {
  const { db } = jobs
  using pauses = createPauses(fairness, { orgId, caller: '' })
  const { pause } = pauses
  const reporting = (step: NonNullable<StoredSample['step']>) => async (done: number, total: number) => {
    signal.throwIfAborted()
    if (!(await saveProgress(db, orgId, { step, done, total }))) throw new RemovalRequested()
  }
  await reporting('directory')(0, 0)
  await importDirectory(db, orgId, withIds(orgId, company.file), { force: true, signal, pause })
  await reporting('events')(0, 0)
  const api = await apis.open(orgId, sample)
  await company.sendHistory(api, reporting('events'))
  await reporting('today')(0, 0)
  const sentUntil = new Date()
  await company.sendUntilNow(api)
  await reporting('figures')(0, 0)
  onRefreshed(orgId, await runRefresh(jobs, orgId, { trigger: 'request', signal, pause }))
  await saveMade(db, orgId, sentUntil)
}

/** Sends what happened in the company since it was made, or since the last time. The nightly refresh publishes it. */
export const continueSample = async (
  { jobs: { db }, apis }: Pick<SampleParts, 'jobs' | 'apis'>,
  orgId: string,
  sample: StoredSample,
  company: SampleCompany,
): Promise<void> => {
  const now = new Date()
  await company.sendUntilNow(await apis.open(orgId, sample), sample.sentUntil ?? undefined)
  await saveSent(db, orgId, now)
}
