import { type RollcallClient, RollcallError } from '@rollcall/client'
import type { ChangeFeed, SegmentChange, UserRow } from '@rollcall/contract'
import {
  type DatedDataset,
  type LoadedDataset,
  PUBLISHED,
  type PublishedDataset,
} from '../../packages/loader/src/datasets/datasets.ts'
import { SEGMENTS, type TapStream } from './catalog.ts'
import type { TapConfig } from './config.ts'
import type { Bookmark, Messages, TapState } from './messages.ts'
import { addDays, type Days, runsOf, windowsOf } from './windows.ts'

type DirectoryDataset = Extract<LoadedDataset, { kind: 'directory' }>

interface Sync {
  readonly client: RollcallClient
  readonly config: TapConfig
  readonly streams: readonly TapStream[]
  readonly messages: Messages
  /** Keeps how far a stream has come, after its rows were written. */
  keep(stream: TapStream, bookmark: Bookmark): Promise<void>
  bookmarkOf(stream: TapStream): Bookmark
  /** Read once. */
  users(): Promise<Users>
}

interface Users {
  /** To ask the change log for. */
  readonly ids: readonly string[]
  readonly erased: number
}

/** As many ids as fit into an address that common proxies still take. */
const USERS_AT_ONCE = 200

/** Directories are replaced: rows that are gone are those of an older version. */
const syncDirectory = async ({ client, messages }: Sync, stream: TapStream, { operation }: DirectoryDataset): Promise<void> => {
  const version = Date.now()
  for await (const row of client[operation]()) await messages.record(stream, row, version)
  await messages.activate(stream, version)
}

/**
 * The days to read: those after the bookmark and the look-back before it, up to yesterday by UTC. An erasure changes rows of any
 * day, so after one all days are read again: otherwise the target would keep the name of the person.
 */
const windowsFor = ({ config, bookmarkOf }: Sync, stream: TapStream, erased: number, maxDays: number): Generator<Days> => {
  const { day, erasedUsers = 0 } = bookmarkOf(stream)
  const again = day === undefined || erased > erasedUsers ? config.startDate : addDays(day, 1 - config.lookBackDays)
  const first = again > config.startDate ? again : config.startDate
  return windowsOf(first, addDays(new Date().toISOString().slice(0, 10), -1), maxDays)
}

const syncByDays = async (
  sync: Sync,
  stream: TapStream,
  { operation, maxDays }: DatedDataset | PublishedDataset,
): Promise<void> => {
  const { client, messages } = sync
  const { ids, erased } = await sync.users().catch((error: unknown) => {
    if (isMissing(error) && operation !== 'readUserChangeLog') return { ids: [], erased: 0 }
    throw error
  })
  const windows = [...windowsFor(sync, stream, erased, maxDays)]
  for (const days of windows) {
    if (operation === 'readUserChangeLog') {
      for (let at = 0; at < ids.length; at += USERS_AT_ONCE) {
        const some = ids.slice(at, at + USERS_AT_ONCE).join(',')
        for await (const row of client.readUserChangeLog({ ...days, userIds: some })) await messages.record(stream, row)
      }
    } else {
      for await (const row of client[operation](days)) {
        const isPublished = PUBLISHED.some((dataset) => dataset.operation === operation)
        await messages.record(stream, isPublished ? { ...row, segment: null, segmentRevision: null } : row)
      }
    }
    // Only the last window stands for all days: a tap stopped before it begins again, and the erasure is not forgotten.
    const erasedUsers = days === windows.at(-1) ? erased : (sync.bookmarkOf(stream).erasedUsers ?? 0)
    await sync.keep(stream, { day: days.endDate, erasedUsers })
  }
}

const segmentName = ({ day, locationId }: Pick<SegmentChange, 'day' | 'locationId'>): string => `${day}/${locationId ?? 'none'}`

/** Writes the rows of the segments of a page, and then the segments: a row whose revision is not that of its segment is gone. */
const writeSegments = async (
  { client, messages, streams }: Sync,
  stream: TapStream,
  { operation, locationParameter, maxDays }: PublishedDataset,
  segments: readonly SegmentChange[],
): Promise<void> => {
  for (const { startDate, endDate, locationId, segments: ofRun } of runsOf(segments, maxDays)) {
    const query = { startDate, endDate, [locationParameter]: locationId ?? 'none' }
    for await (const row of client[operation](query)) {
      const segment = ofRun.get(row.day.slice(0, 10))
      if (segment) await messages.record(stream, { ...row, segment: segmentName(segment), segmentRevision: segment.revision })
    }
  }
  const told = streams.find(({ name }) => name === SEGMENTS.name)
  if (!told) return
  for (const segment of segments) await messages.record(told, { segment: segmentName(segment), ...segment })
}

/** An error that ended the sync. Its message is the whole output. */
export class SyncError extends Error {}

const ADDRESS = 'is base_url the address of the service?'

/** Only the service's own word counts: the 404 of a proxy, or of something else at the address, tells nothing about datasets. */
const isMissing = (error: unknown): error is RollcallError =>
  error instanceof RollcallError && error.status === 404 && error.code === 'not_found'

/** The same error, with a hint where the 404 is not the service's own. */
const explained = (error: unknown, { name }: TapStream): unknown =>
  error instanceof RollcallError && error.status === 404 && error.problem?.code === undefined
    ? new SyncError(`${name}: ${error.message}. This 404 has no code of the service: ${ADDRESS}`)
    : error

const FED_TABLES = PUBLISHED.map(({ table }) => table).join(', ')

/** Revisions are reused, so the target cannot distinguish rows from before and after. */
const RESTORED = `An older backup of the service was restored since the last sync. Empty the tables of ${FED_TABLES} and segments in the target, remove their bookmarks from the state, and sync again.`

/** Undefined where the service has no change feed. */
const readPage = async ({ client }: Sync, dataset: string, cursor: string | undefined): Promise<ChangeFeed | undefined> => {
  try {
    return await client.readChanges({ datasets: dataset, ...(cursor === undefined ? {} : { cursor }) })
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof RollcallError && error.code === 'cursor_of_another_timeline') throw new SyncError(RESTORED)
    throw error
  }
}

/** By the change feed: all of it the first time, and from then on what was published since. */
const syncPublished = async (sync: Sync, stream: TapStream, dataset: PublishedDataset): Promise<void> => {
  for (let hasMore = true; hasMore; ) {
    const page = await readPage(sync, dataset.dataset, sync.bookmarkOf(stream).cursor)
    if (!page) return await syncByDays(sync, stream, dataset)
    const segments = page.segments.filter(({ day }) => day >= sync.config.startDate)
    await writeSegments(sync, stream, dataset, segments)
    await sync.keep(stream, { cursor: page.cursor })
    hasMore = page.hasMore
  }
}

const syncStream = async (sync: Sync, stream: TapStream): Promise<void> => {
  const dataset = stream.source?.dataset
  if (dataset?.kind === 'directory') await syncDirectory(sync, stream, dataset)
  if (dataset?.kind === 'published') await syncPublished(sync, stream, dataset)
  if (dataset?.kind === 'dated') await syncByDays(sync, stream, dataset)
}

/** An erased user is called by the first characters of the id, or by all of it where that name is taken. */
const isErased = ({ userId, userName }: UserRow): boolean =>
  userName === `erased-${userId.slice(0, 8)}` || userName === `erased-${userId}`

const readUsers = async (client: RollcallClient): Promise<Users> => {
  const ids: string[] = []
  let erased = 0
  for await (const user of client.readUsers()) {
    ids.push(user.userId)
    if (isErased(user)) erased += 1
  }
  return { ids, erased }
}

/**
 * Writes what changed since the state, stream by stream; every STATE stands for all rows before it. A dataset that the service
 * does not have is reported to `warn`.
 * @throws SyncError when the service has none of the datasets, as it is likely not the service then
 */
export const syncAll = async (
  { client, config, streams, messages }: Pick<Sync, 'client' | 'config' | 'streams' | 'messages'>,
  warn: (text: string) => void,
  initial: TapState,
): Promise<void> => {
  let { bookmarks } = initial
  let users: Promise<Users> | undefined
  const sync: Sync = {
    ...{ client, config, streams, messages },
    keep: (stream, bookmark) => {
      bookmarks = { ...bookmarks, [stream.name]: bookmark }
      return messages.state({ ...initial, bookmarks })
    },
    bookmarkOf: ({ name }) => bookmarks[name] ?? {},
    users: () => {
      users ??= readUsers(client)
      return users
    },
  }
  for (const stream of streams) await messages.schema(stream)
  const missing: string[] = []
  for (const stream of streams) {
    try {
      await syncStream(sync, stream)
    } catch (error) {
      if (!isMissing(error)) throw explained(error, stream)
      missing.push(`The service does not have ${stream.name}: ${error.message}`)
    }
  }
  const [first] = missing
  if (first !== undefined && missing.length === streams.filter(({ source }) => source).length) {
    throw new SyncError(`The service has none of the selected datasets: ${ADDRESS} ${first}`)
  }
  for (const each of missing) warn(each)
  await messages.state({ ...initial, bookmarks })
}
