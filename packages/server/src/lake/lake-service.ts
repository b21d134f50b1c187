import type { Database, Db } from '../db/database.ts'
import { createPresenceBuilder, type PresenceBuilder } from '../segments/presence-segments.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import { openParquetEngine } from '../warehouse/formats/parquet-file.ts'
import { createPrivateFolder } from '../warehouse/formats/private-folder.ts'
import { withLakeLock } from './lake-lock.ts'
import { manifestPath, type SegmentPlace, segmentPath } from './lake-paths.ts'
import type { LakeStorage } from './lake-storage.ts'
import { type SegmentContent, saveExported, selectContent, selectExported, selectPublished } from './lake-store.ts'
import { segmentFile, sha256, type Workshop } from './segment-file.ts'

/** What one export has written, of one organisation. */
export interface LakeReport {
  /** The last position of the change feed that the lake now has. */
  readonly position: number
  readonly segments: number
  /** Of these, how many have no rows any more. */
  readonly removed: number
  readonly rows: number
  /** Of the Parquet files. */
  readonly bytes: number
}

/** A segment as a manifest lists it. `sha256` is that of the change feed, `fileSha256` that of the bytes. */
interface ManifestEntry {
  readonly dataset: string
  readonly day: string
  readonly locationId: string | null
  readonly revision: number
  readonly reason: string
  readonly path: string
  readonly removed: boolean
  readonly rows: number
  readonly bytes: number
  readonly sha256: string | null
  readonly fileSha256: string | null
}

/** Segments between two manifests: what a run that dies has to do again at most. */
const BATCH = 500

interface Handles {
  readonly db: Db
  readonly presence: PresenceBuilder
}

/**
 * Writes what an organisation has published since the last export: a file for each segment, then a manifest that lists them, and
 * only then is it remembered as done. A run that dies in between is repeated by the next one, which is harmless, as files are
 * replaced as a whole. A lake that has lost its last manifest is written anew. `undefined` where another node is at it.
 */
export const exportLake = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  lake: LakeStorage,
  orgId: string,
  signal?: AbortSignal,
): Promise<LakeReport | undefined> =>
  withLakeLock(db, orgId, lake.address, async (connection) => {
    const report = { position: await startingPoint(connection, lake, orgId), segments: 0, removed: 0, rows: 0, bytes: 0 }
    const handles = { db: connection, presence: createPresenceBuilder(pool) }
    await using folder = await createPrivateFolder()
    using engine = openParquetEngine(folder.path)
    for (;;) {
      const published = await selectPublished(connection, orgId, report.position, BATCH)
      const last = published.at(-1)
      if (!last) return report
      const entries: ManifestEntry[] = []
      for (const place of published) {
        signal?.throwIfAborted()
        const entry = await exportSegment(handles, lake, orgId, place, { folder: folder.path, engine })
        entries.push(entry)
        report.segments++
        report.removed += entry.removed ? 1 : 0
        report.rows += entry.rows
        report.bytes += entry.bytes
      }
      await lake.put(manifestPath(orgId, last.position), manifest(orgId, report.position, last.position, entries))
      await saveExported(connection, orgId, lake.address, last.position)
      report.position = last.position
    }
  })

const startingPoint = async (db: Db, lake: LakeStorage, orgId: string): Promise<number> => {
  const position = await selectExported(db, orgId, lake.address)
  return position > 0 && (await lake.exists(manifestPath(orgId, position))) ? position : 0
}

const exportSegment = async (
  handles: Handles,
  lake: LakeStorage,
  orgId: string,
  place: SegmentPlace,
  workshop: Workshop,
): Promise<ManifestEntry> => {
  const { dataset, day, locationId } = place
  const content = await fixedContent(handles, orgId, place)
  const { revision, reason, rowCount: rows } = content
  const path = segmentPath(orgId, place)
  const file = rows === 0 ? undefined : await segmentFile(dataset, content.chunks, workshop)
  await (file ? lake.put(path, file) : lake.remove(path))
  return {
    dataset,
    day,
    locationId: locationId === NO_LOCATION_ID ? null : locationId,
    revision,
    reason,
    path,
    removed: file === undefined,
    rows,
    bytes: file?.length ?? 0,
    sha256: content.sha256?.toString('hex') ?? null,
    fileSha256: file ? sha256(file) : null,
  }
}

/** The segment as it is now, which may be newer than its place in the feed that led here: the next batch then has it again. */
const fixedContent = async ({ db, presence }: Handles, orgId: string, place: SegmentPlace): Promise<SegmentContent> => {
  for (;;) {
    const content = await selectContent(db, orgId, place)
    if (content.sha256) return content
    await presence.ensureBuilt(orgId, place.day)
  }
}

const manifest = (orgId: string, after: number, position: number, segments: readonly ManifestEntry[]): Buffer =>
  Buffer.from(`${JSON.stringify({ orgId, after, position, writtenAt: new Date().toISOString(), segments }, null, 2)}\n`)
