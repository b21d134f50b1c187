import type { Db } from '../../platform/db/database.ts'
import type { PresenceBuilder } from '../published/presence-segments.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import { segmentPath } from './lake-paths.ts'
import type { LakeStorage } from './lake-storage.ts'
import { type PublishedSegment, type SegmentContent, selectContent } from './lake-store.ts'
import type { ManifestEntry } from './manifest.ts'
import { segmentFile, sha256, type Workshop } from './segment-file.ts'

export interface SegmentExport {
  readonly db: Db
  readonly presence: PresenceBuilder
  readonly lake: LakeStorage
  readonly orgId: string
  readonly workshop: Workshop
  /** Complete files of the lake by path; given if the lake is compared with everything published. */
  readonly known: ReadonlyMap<string, ManifestEntry>
}

/** Writes the file of a segment, or removes it if the segment no longer has rows. Skips a file that is already up to date. */
export const exportSegment = async (
  to: SegmentExport,
  segment: PublishedSegment,
): Promise<{ entry: ManifestEntry; isUnchanged: boolean }> => {
  const { lake, orgId, workshop } = to
  const { dataset, day } = segment
  const path = segmentPath(orgId, segment)
  const place = { dataset, day, locationId: segment.locationId === NO_LOCATION_ID ? null : segment.locationId }
  const known = to.known.get(path)
  if (known && segment.rowCount > 0 && known.sha256 === segment.sha256?.toString('hex')) {
    const { revision, reason } = segment
    return { isUnchanged: true, entry: { ...known, revision, reason } }
  }
  const content = await fixedContent(to, segment)
  const { revision, reason, rowCount: rows } = content
  const file = rows === 0 ? undefined : await segmentFile(dataset, content.chunks, workshop)
  await (file ? lake.put(path, file) : lake.remove(path))
  const entry = {
    ...{ ...place, revision, reason, path, removed: file === undefined, rows, bytes: file?.length ?? 0 },
    sha256: content.sha256?.toString('hex') ?? null,
    fileSha256: file ? sha256(file) : null,
  }
  return { isUnchanged: false, entry }
}

/** Reads the current revision, which may be newer than the feed entry that led here; the next batch then contains it again. */
const fixedContent = async ({ db, presence, orgId }: SegmentExport, place: PublishedSegment): Promise<SegmentContent> => {
  for (;;) {
    const content = await selectContent(db, orgId, place)
    if (content.sha256) return content
    await presence.ensureBuilt(orgId, place.day)
  }
}
