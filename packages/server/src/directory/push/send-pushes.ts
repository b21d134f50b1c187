import { createHash } from 'node:crypto'
import { PUSH_KINDS } from '@rollcall/contract'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBeingMoved } from '../../platform/errors.ts'
import { byWorkers } from '../../platform/jobs/by-workers.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { startWoken } from '../../platform/jobs/woken.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import { type PushAttempt, sendPush } from '../../platform/push/push-service.ts'
import type { PushConfig } from '../../platform/push-config.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { purgePushes } from './device-service.ts'
import { openSenderKey } from './push-keys.ts'
import { PUSH_CHANNEL } from './push-outbox.ts'
import { type ClaimedPush, claimPushes, deletePush, forgetDevice, postponePush } from './push-store.ts'
import { pushContent } from './push-texts.ts'

export interface PushTiming {
  /** How often a node looks for notifications that are due again; new ones are announced. */
  readonly everyMs: number
  /** How long a node has a notification for itself. After a crash another one sends it from then on. */
  readonly claimMs: number
  /** How long one attempt may take. A batch of them takes less than a claim. */
  readonly attemptMs: number
  /** The delays after the first failures; the last one is repeated until the notification is no longer of use. */
  readonly backoffMs: readonly number[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TIMING: PushTiming = {
  everyMs: 30_000,
  claimMs: 2 * MINUTE_MS,
  attemptMs: 15_000,
  backoffMs: [0.25, 1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS),
}
/** Connections at a time, and notifications that a node takes at once. */
const WORKERS = 8
const BATCH = 40
/** How long a node that stops waits for push services. */
const STOP_MS = 5_000
/** A push service that names a later time is asked again after this one. */
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS

interface PushParts {
  readonly db: Db
  readonly sealer: Pick<Sealer, 'open'>
  readonly telemetry: Pick<Telemetry, 'pushAttempted' | 'backgroundFailed'>
  /** Absent: nothing is sent. */
  readonly config: PushConfig | undefined
  readonly timing?: Partial<PushTiming> | undefined
}

/**
 * Sends notifications that are due, on every node, each by one of them, and forgets those of the past. A node that is killed between
 * sending and noting it leaves one that is sent a second time, which replaces the first on the device.
 */
export const startPushes = async (parts: PushParts, listener: Listener): Promise<AsyncDisposable> => {
  const { db, config, telemetry, timing } = parts
  await using stack = new AsyncDisposableStack()
  const onError = (error: unknown) => telemetry.backgroundFailed('push', error)
  stack.use(startPeriodic(HOUR_MS, () => purgePushes(db), onError))
  if (config) {
    const { everyMs } = { ...TIMING, ...timing }
    const run = (cut: AbortSignal, stopping: AbortSignal) => sendDuePushes({ ...parts, config }, cut, stopping)
    stack.use(await startWoken(listener, { channel: PUSH_CHANNEL, everyMs, stopMs: STOP_MS, run, onError }))
  }
  return stack.move()
}

type Sending = PushParts & { readonly config: PushConfig }

/** The organization has left for another cell meanwhile, which sends it again when the claim ends: nothing can be noted here. */
const ignoreMove = (error: unknown): undefined => {
  if (!isBeingMoved(error)) throw error
  return undefined
}

/** Sends a batch of what is due, and returns how many it took. */
const sendDuePushes = async (parts: Sending, cut: AbortSignal, stopping: AbortSignal): Promise<number> => {
  const { claimMs } = { ...TIMING, ...parts.timing }
  const claimed = await claimPushes(parts.db, BATCH, claimMs)
  await byWorkers(claimed, Array(WORKERS).fill(undefined), async (push) => {
    if (stopping.aborted) await postponePush(parts.db, push, 0, false).catch(ignoreMove)
    else await tryPush(parts, push, cut).catch(ignoreMove)
  })
  return claimed.length
}

/** Makes one attempt and notes what became of it. */
const tryPush = async (parts: Sending, push: ClaimedPush, cut: AbortSignal): Promise<void> => {
  const { db, telemetry } = parts
  const { orgId, id, kind, attempts } = push
  const { outcome, result, retryAfterMs = 0 } = await attempt(parts, push, cut)
  const { backoffMs } = { ...TIMING, ...parts.timing }
  if (outcome === 'gone') await forgetDevice(db, push)
  else if (outcome === 'postponed') {
    const inMs = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0
    await postponePush(db, push, Math.max(inMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
  } else await deletePush(db, push)
  telemetry.pushAttempted(orgId, { id, kind, outcome, attempts, reason: result })
}

type Attempt = Omit<PushAttempt, 'outcome'> & { readonly outcome: PushAttempt['outcome'] | 'dropped' }

/** A notification that cannot be written must not stop others. */
const attempt = async ({ sealer, config, telemetry, timing }: Sending, push: ClaimedPush, cut: AbortSignal): Promise<Attempt> => {
  const { attemptMs } = { ...TIMING, ...timing }
  const { orgId, kind, topic, deviceId, endpoint, p256dh, auth, publicKey, privateSealed, ttlSeconds } = push
  if (!push.isActive) return { outcome: 'dropped', result: 'The user is inactive.' }
  if (push.refusedKinds.includes(kind)) return { outcome: 'dropped', result: 'The user no longer wants this kind.' }
  if (publicKey === null || !privateSealed) return { outcome: 'dropped', result: 'The organization has no key.' }
  try {
    return await sendPush(
      {
        subscription: { endpoint, p256dh, auth },
        sender: openSenderKey(sealer, orgId, publicKey, privateSealed),
        text: JSON.stringify({ device: deviceId, tag: topic, ...pushContent(push) }),
        ttlSeconds,
        isUrgent: PUSH_KINDS[kind].isUrgent,
        topic: createHash('sha256').update(`${deviceId} ${topic}`).digest('base64url').slice(0, 32),
      },
      config,
      AbortSignal.any([cut, AbortSignal.timeout(attemptMs)]),
    )
  } catch (defect) {
    telemetry.backgroundFailed('push', defect)
    return { outcome: 'postponed', result: 'The service failed to write it: see its log.' }
  }
}
