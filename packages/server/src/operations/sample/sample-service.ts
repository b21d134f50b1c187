import { setTimeout as delay } from 'node:timers/promises'
import type { SampleCompany as SampleState } from '@rollcall/contract'
import type { FastifyInstance } from 'fastify'
import { runAct } from '../../gate/audit/act.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import { withLock } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { announceCompany, continueSample, makeSample, RemovalRequested, type SampleParts } from './make-sample.ts'
import { removeSample } from './remove-sample.ts'
import { createSampleApis } from './sample-apis.ts'
import type { SampleSource } from './sample-source.ts'
import {
  countOwnPlans,
  createSample,
  findObstacle,
  findSample,
  listUnfinished,
  listWaiting,
  type StoredSample,
  saveFailed,
  saveMaking,
  saveRemoving,
} from './sample-store.ts'

export interface SampleService extends AsyncDisposable {
  get(orgId: string): Promise<SampleState>
  /** Starts to make a company, or to resume it; nothing if there is one. @throws AppError conflict */
  make(orgId: string, userId: string | null): Promise<SampleState>
  /** Starts to remove the company; nothing if there is none. */
  remove(orgId: string): Promise<SampleState>
}

const NO_SOURCE = 'This service was started without sample data.'
const NOT_EMPTY = 'Sample data is for an empty organization, so that it can be removed again.'
const NONE = { step: null, done: 0, total: 0, startedAt: null, madeAt: null, until: null, error: null, ownPlans: 0 } as const
const MAX_ERROR = 500
/** How often a node looks whether another one, which works on the same company, has ended. */
const LOOK_EVERY_MS = 1_000
/** How often what happened meanwhile in made companies is sent, and how long ago the last time is at least. */
const SEND_EVERY_MS = 15 * 60_000
const SENT_AGO_MS = 10 * 60_000

type ServiceParts = Omit<SampleParts, 'apis'> & { readonly app: FastifyInstance; readonly sealer: Sealer }

/** Makes, continues and removes sample companies in the background; of one organization one after the other, on all nodes. */
export const startSampleService = (
  { app, sealer, ...others }: ServiceParts,
  source: SampleSource | undefined,
  onError: (error: unknown) => void,
): SampleService => {
  const { db } = others.jobs
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  const apis = createSampleApis({ db, app, sealer }, signal)
  const parts: SampleParts = { ...others, apis }

  /** Does what the state asks for. Returns whether there was anything to do. */
  const work = async (orgId: string): Promise<boolean> => {
    const sample = await findSample(db, orgId)
    if (sample?.state === 'made') await sendMeanwhile(orgId, sample)
    if (sample?.state !== 'removing' && !(sample?.state === 'making' && source)) return false
    try {
      if (sample.state === 'removing') await removeSample(parts.jobs, orgId, signal)
      else await makeSample(parts, orgId, sample, (source as SampleSource)(sample.startedAt), signal)
      if (sample.state === 'removing') apis.close(orgId)
    } catch (error) {
      apis.close(orgId)
      if (signal.aborted) return false
      if (error instanceof RemovalRequested) return true
      onError(error)
      await saveFailed(db, orgId, sample.state, String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR))
    }
    return true
  }

  /** Sends what happened in a made company since the last time, unless that is just over. What fails is sent the next time. */
  const sendMeanwhile = async (orgId: string, sample: StoredSample): Promise<void> => {
    if (!source || !sample.sentUntil || sample.sentUntil.getTime() > Date.now() - SENT_AGO_MS) return
    try {
      await continueSample(parts, orgId, sample, source(sample.startedAt))
    } catch (error) {
      apis.close(orgId)
      if (!signal.aborted) onError(error)
    }
  }

  const workUntilDone = async (orgId: string): Promise<void> => {
    for (;;) {
      const isAlone = await withLock(db, { name: `rollcall.sample.${orgId}`, wait: false }, async () => {
        while (await work(orgId));
        return true
      })
      if (isAlone || signal.aborted) return
      await delay(LOOK_EVERY_MS, undefined, { signal })
    }
  }

  /** A node that is stopped leaves the state as it is, and resumes at its next start. */
  const start = (orgId: string): void => {
    const before = running.get(orgId) ?? Promise.resolve()
    const job = before
      .then(() => workUntilDone(orgId))
      .catch((error) => (signal.aborted ? undefined : onError(error)))
      .finally(() => {
        if (running.get(orgId) === job) running.delete(orgId)
      })
    running.set(orgId, job)
  }

  const get = async (orgId: string): Promise<SampleState> => {
    const sample = await findSample(db, orgId)
    if (!sample) {
      const reason = source ? await findObstacle(db, orgId) : NO_SOURCE
      return { ...NONE, state: 'none', canMake: reason === null, reason }
    }
    const { state, step, done, total, startedAt, madeAt, until, error } = sample
    return {
      ...{ state, step, done, total, until, error, startedAt: startedAt.toISOString(), madeAt: madeAt?.toISOString() ?? null },
      canMake: state === 'failed' && step !== 'removal' && source !== undefined,
      reason: null,
      ownPlans: await countOwnPlans(db, orgId),
    }
  }

  /** Writes down that a company is to be made, unless there is one. */
  const request = async (trx: Db, orgId: string, userId: string | null): Promise<void> => {
    await lockDirectory(trx, orgId)
    const sample = await findSample(trx, orgId, true)
    if (sample?.state === 'made' || sample?.state === 'making') return
    if (sample?.step === 'removal') throw new AppError('conflict', { detail: 'The sample company is to be removed first.' })
    if (!source) throw new AppError('conflict', { detail: NO_SOURCE })
    if (sample) {
      await saveMaking(trx, orgId)
      return recordChange(trx, orgId, { after: { resumed: true } })
    }
    const obstacle = await findObstacle(trx, orgId)
    if (obstacle) throw new AppError('conflict', { detail: `${obstacle} ${NOT_EMPTY}` })
    const startedAt = new Date()
    const company = source(startedAt)
    await createSample(trx, orgId, userId, startedAt, company.until)
    await announceCompany(trx, orgId, company)
    const { users = [], locations = [] } = company.file
    await recordChange(trx, orgId, { after: { people: users.length, buildings: locations.length } })
  }

  const startAll = (orgIds: readonly string[]): void => {
    for (const orgId of orgIds) {
      runAct({ action: 'sample.make', actor: { type: 'service', name: 'sample company' } }, () => start(orgId))
    }
  }
  const resumed = listUnfinished(db).then(startAll).catch(onError)
  const sendAll = async () => startAll(source ? await listWaiting(db, new Date(Date.now() - SENT_AGO_MS)) : [])
  const sending = startPeriodic(SEND_EVERY_MS, sendAll, onError)

  return {
    get,
    async make(orgId, userId) {
      await transact(db, (trx) => request(trx, orgId, userId))
      start(orgId)
      return get(orgId)
    },
    async remove(orgId) {
      const isToRemove = await transact(db, async (trx) => {
        const sample = await findSample(trx, orgId, true)
        if (sample && sample.state !== 'removing') {
          const ownPlans = await countOwnPlans(trx, orgId)
          await saveRemoving(trx, orgId)
          await recordChange(trx, orgId, { after: { ownPlans } })
        }
        return sample !== undefined
      })
      if (isToRemove) start(orgId)
      return get(orgId)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await resumed
      await sending[Symbol.asyncDispose]()
      await Promise.all(running.values())
    },
  }
}
