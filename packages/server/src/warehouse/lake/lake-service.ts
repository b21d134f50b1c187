import type { Database } from '../../platform/db/database.ts'
import { ensureTimeline, type FeedTimeline } from '../feed/feed-timeline.ts'
import { createPrivateFolder, openParquetEngine } from '../formats/parquet-file.ts'
import { createPresenceBuilder } from '../published/presence-segments.ts'
import { withLakeLock } from './lake-lock.ts'
import type { LakeStorage } from './lake-storage.ts'
import { saveExported, selectExported, selectPublished } from './lake-store.ts'
import { type ManifestEntry, writeManifest } from './manifest.ts'
import { clearLake, findStartingPoint, type RewriteReason } from './rewrite-lake.ts'
import { exportSegment } from './segment-export.ts'

/** What one export has written for one organization. */
export interface LakeReport {
  /** The last position of the change feed that the lake now has. */
  readonly position: number
  /** Why all that is published was compared with the lake; null where only what was published since was written. */
  readonly rewritten: RewriteReason | null
  /** Segments that were written, or whose file was removed. */
  readonly segments: number
  /** Of these, how many have no rows any more. */
  readonly removed: number
  /** Segments whose file was there already as it should be. */
  readonly unchanged: number
  /** Files of segments that are not published, which were removed. */
  readonly stale: number
  readonly rows: number
  /** The size of the Parquet files. */
  readonly bytes: number
}

export interface ExportOptions {
  readonly signal?: AbortSignal | undefined
  /** Writes everything again, whatever the lake has. */
  readonly all?: boolean
  readonly onTimelineStarted?: ((timeline: FeedTimeline) => void) | undefined
}

/** The number of segments between two manifests: the most that an interrupted run repeats. */
const BATCH = 500

/**
 * Writes what an organization has published since the last export: a file for each segment, then a manifest that lists them, and
 * only then is it remembered as done. A run that dies in between is repeated by the next one, which is harmless, as files are
 * replaced as a whole. A lake of another timeline, of an older format or without its last manifest is compared with everything that
 * is published. `undefined` where another node is at it.
 */
export const exportLake = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  lake: LakeStorage,
  orgId: string,
  { signal, all = false, onTimelineStarted }: ExportOptions = {},
): Promise<LakeReport | undefined> =>
  withLakeLock(db, orgId, lake.address, async (connection) => {
    const { id: timeline } = await ensureTimeline(connection, onTimelineStarted)
    const start = all ? { rewrite: 'asked' as const } : await findStartingPoint(connection, lake, orgId, timeline)
    const rewritten = 'rewrite' in start ? start.rewrite : null
    const cleared = rewritten ? await clearLake(connection, lake, orgId, rewritten) : undefined
    const report = {
      ...{ position: 'position' in start ? start.position : 0, rewritten, segments: 0, removed: 0, unchanged: 0 },
      ...{ stale: cleared?.stale ?? 0, rows: 0, bytes: 0 },
    }
    await using folder = await createPrivateFolder()
    using engine = openParquetEngine(folder.path)
    const to = {
      ...{ db: connection, presence: createPresenceBuilder(pool), lake, orgId },
      ...{ workshop: { folder: folder.path, engine }, known: cleared?.known ?? new Map() },
    }
    for (;;) {
      const published = await selectPublished(connection, orgId, report.position, BATCH)
      const last = published.at(-1)
      if (!last) break
      const entries: ManifestEntry[] = []
      for (const segment of published) {
        signal?.throwIfAborted()
        const { entry, isUnchanged } = await exportSegment(to, segment)
        entries.push(entry)
        if (isUnchanged) {
          report.unchanged++
          continue
        }
        report.segments++
        report.removed += entry.removed ? 1 : 0
        report.rows += entry.rows
        report.bytes += entry.bytes
      }
      await writeManifest(lake, { timeline, orgId, after: report.position, position: last.position, segments: entries })
      await saveExported(connection, orgId, lake.address, { position: last.position, timelineId: timeline })
      report.position = last.position
    }
    // An organization that has published nothing also records that its lake was checked.
    const known = await selectExported(connection, orgId, lake.address)
    if (!known) await saveExported(connection, orgId, lake.address, { position: report.position, timelineId: timeline })
    return report
  })
