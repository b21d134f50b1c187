import type { Database } from '../../platform/db/database.ts'
import { whileServedHere } from '../../platform/db/served-here.ts'
import { ensureTimelineOf, type FeedTimeline } from '../feed/feed-timeline.ts'
import { createPrivateFolder, openParquetEngine } from '../formats/parquet-file.ts'
import { createPresenceBuilder } from '../published/presence-segments.ts'
import { withLakeLock } from './lake-lock.ts'
import type { LakeStorage } from './lake-storage.ts'
import { saveExported, selectExported, selectPublished } from './lake-store.ts'
import { type ManifestEntry, writeManifest } from './manifest.ts'
import { clearLake, findStartingPoint, type RewriteReason } from './rewrite-lake.ts'
import { exportSegment } from './segment-export.ts'

/** The result of one export of one organization. */
export interface LakeReport {
  /** The last position of the change feed that the lake now contains. */
  readonly position: number
  /** Why the lake was compared with everything published; null if only new publications were written. */
  readonly rewritten: RewriteReason | null
  /** Segments whose file was written or removed. */
  readonly segments: number
  /** How many of these no longer have rows. */
  readonly removed: number
  /** Segments whose file already had the right content. */
  readonly unchanged: number
  /** Removed files of segments that are not published. */
  readonly stale: number
  readonly rows: number
  /** The size of the Parquet files. */
  readonly bytes: number
}

export interface ExportOptions {
  readonly signal?: AbortSignal | undefined
  /** Rewrites all files, even those that are up to date. */
  readonly all?: boolean
  readonly onTimelineStarted?: ((timeline: FeedTimeline) => void) | undefined
}

/** The number of segments between two manifests, which is the most work that an interrupted run repeats. */
const BATCH = 500

/**
 * Writes what an organization has published since the last export: a file for each segment, then a manifest that lists the files,
 * then the position in the database. The next run repeats an interrupted one, which is harmless because files are replaced as a
 * whole. A lake of another timeline, of an older format or without its last manifest is compared with everything published.
 * All cells write to the same lake, so the export ends early when the organization leaves for another cell, which continues it.
 * Returns `undefined` while another node exports.
 */
export const exportLake = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  lake: LakeStorage,
  orgId: string,
  { signal, all = false, onTimelineStarted }: ExportOptions = {},
): Promise<LakeReport | undefined> =>
  withLakeLock(db, orgId, lake.address, async (connection) => {
    const timeline = await ensureTimelineOf(connection, orgId, onTimelineStarted)
    const start = all ? { rewrite: 'asked' as const } : await findStartingPoint(connection, lake, orgId, timeline)
    const rewritten = 'rewrite' in start ? start.rewrite : null
    const cleared = rewritten ? await clearLake(connection, lake, orgId, rewritten) : undefined
    const report = {
      ...{ position: 'position' in start ? start.position : 0, rewritten, segments: 0, removed: 0, unchanged: 0 },
      ...{ stale: cleared?.stale ?? 0, rows: 0, bytes: 0 },
    }
    if (rewritten && !cleared) return report
    await using folder = await createPrivateFolder()
    using engine = openParquetEngine(folder.path)
    const to = {
      ...{ presence: createPresenceBuilder(pool), lake, orgId },
      ...{ workshop: { folder: folder.path, engine }, known: cleared?.known ?? new Map() },
    }
    for (;;) {
      const published = await selectPublished(connection, orgId, report.position, BATCH)
      const last = published.at(-1)
      if (!last) break
      const entries: ManifestEntry[] = []
      for (const segment of published) {
        signal?.throwIfAborted()
        const exported = await whileServedHere(connection, orgId, (trx) => exportSegment({ ...to, db: trx }, segment))
        if (!exported) return report
        const { entry, isUnchanged } = exported
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
      const { position } = last
      const isSaved = await whileServedHere(connection, orgId, async (trx) => {
        await writeManifest(lake, { timeline, orgId, after: report.position, position, segments: entries })
        await saveExported(trx, orgId, lake.address, { position, timelineId: timeline })
        return true
      })
      if (!isSaved) return report
      report.position = position
    }
    // The check is also recorded for an organization that has published nothing.
    const known = await selectExported(connection, orgId, lake.address)
    const reached = { position: report.position, timelineId: timeline }
    if (!known) await whileServedHere(connection, orgId, (trx) => saveExported(trx, orgId, lake.address, reached))
    return report
  })
