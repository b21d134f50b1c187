import type { Db } from '../../platform/db/database.ts'
import { ensureTimelineOf } from '../feed/feed-timeline.ts'
import { withLakeLock } from './lake-lock.ts'
import { manifestPath, segmentPath } from './lake-paths.ts'
import type { LakeStorage } from './lake-storage.ts'
import { type PublishedSegment, selectExported, selectPublished } from './lake-store.ts'
import { FORMAT_VERSION, type ManifestEntry, readManifest } from './manifest.ts'
import { listFiles, readEntries } from './rewrite-lake.ts'
import { sha256 } from './segment-file.ts'

/** A difference between the lake and what is published. */
export interface LakeDifference {
  readonly path: string
  /** The problem as a predicate that follows the path, for example `is missing`. */
  readonly problem: string
}

export interface LakeVerification {
  /** The number of compared segments. */
  readonly segments: number
  /** The number of files whose content was read and is correct. */
  readonly files: number
  /** The number of segments published since the last export; the next export writes them. */
  readonly behind: number
  readonly differences: readonly LakeDifference[]
}

interface VerifyOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

const AT_ONCE = 1_000

/** Compares a lake with what is published and reads each file. It writes nothing, and waits while another node exports. */
export const verifyLake = async (
  db: Db,
  lake: LakeStorage,
  orgId: string,
  options: VerifyOptions = {},
): Promise<LakeVerification> => {
  const verification = await withLakeLock(
    db,
    orgId,
    lake.address,
    (connection) => compare(connection, lake, orgId, options),
    true,
  )
  return verification as LakeVerification
}

const compare = async (
  db: Db,
  lake: LakeStorage,
  orgId: string,
  { signal, onProgress }: VerifyOptions,
): Promise<LakeVerification> => {
  const reached = (await selectExported(db, orgId, lake.address))?.position ?? 0
  const { entries, gaps } = await readEntries(lake, orgId)
  const files = await listFiles(lake, orgId)
  const differences = gaps.map(
    (path): LakeDifference => ({ path, problem: 'cannot be read, or does not follow the manifest before it' }),
  )
  differences.push(...(await judgeLast(db, lake, orgId, reached)))
  const counts = { segments: 0, files: 0, behind: 0 }
  const expected = new Set<string>()
  for await (const segment of eachPublished(db, orgId)) {
    signal?.throwIfAborted()
    const path = segmentPath(orgId, segment)
    expected.add(path)
    if (segment.position > reached) {
      counts.behind++
      continue
    }
    counts.segments++
    const problem = await judge(lake, segment, { path, entry: entries.get(path), bytes: files.get(path) })
    if (problem) differences.push({ path, problem })
    else if (segment.rowCount > 0) counts.files++
    onProgress?.(counts.segments, Math.max(entries.size, counts.segments), path)
  }
  for (const path of files.keys())
    if (!expected.has(path)) differences.push({ path, problem: 'is of no segment that is published' })
  return { ...counts, differences }
}

const eachPublished = async function* (db: Db, orgId: string): AsyncGenerator<PublishedSegment> {
  for (let after = 0; ; ) {
    const segments = await selectPublished(db, orgId, after, AT_ONCE)
    yield* segments
    const last = segments.at(-1)
    if (!last) return
    after = last.position
  }
}

/** Whether the lake belongs to the current timeline. */
const judgeLast = async (db: Db, lake: LakeStorage, orgId: string, reached: number): Promise<LakeDifference[]> => {
  if (reached === 0) return []
  const path = manifestPath(orgId, reached)
  const last = await readManifest(lake, path)
  if (!last) return [{ path, problem: 'is missing: it is the last manifest' }]
  if (last.formatVersion !== FORMAT_VERSION) return [{ path, problem: 'is of an older format' }]
  const id = await ensureTimelineOf(db, orgId)
  return last.timeline === id ? [] : [{ path, problem: 'is of another timeline: an older backup was restored since' }]
}

interface Found {
  readonly path: string
  readonly entry: ManifestEntry | undefined
  readonly bytes: number | undefined
}

const judge = async (
  lake: LakeStorage,
  segment: PublishedSegment,
  { path, entry, bytes }: Found,
): Promise<string | undefined> => {
  if (segment.rowCount === 0) return bytes === undefined ? undefined : 'is there, but its segment has no rows'
  if (!entry || entry.removed) return 'is listed by no manifest'
  if (entry.sha256 !== (segment.sha256?.toString('hex') ?? null)) return 'has other content than is published'
  if (entry.rows !== segment.rowCount) return `has ${entry.rows} rows, ${segment.rowCount} are published`
  if (bytes === undefined) return 'is missing'
  if (bytes !== entry.bytes) return `has ${bytes} bytes instead of ${entry.bytes}`
  const content = await lake.get(path)
  if (!content) return 'is missing'
  return sha256(content) === entry.fileSha256 ? undefined : 'is not what was written: its SHA-256 is another one'
}
