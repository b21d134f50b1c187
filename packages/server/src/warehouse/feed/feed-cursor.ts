import { SEGMENT_DATASETS } from '@rollcall/contract'
import { AppError } from '../../platform/errors.ts'

/** How far a reader has read the feed. */
export interface FeedPosition {
  readonly position: number
  /** The timeline of the position; undefined in cursors written before timelines existed. */
  readonly timelineId?: string | undefined
  /** The publication at the position; undefined at the start, and in cursors written before publication ids existed. */
  readonly publicationId?: string | undefined
}

const UUID = '[0-9a-f-]{36}'
/** Format version, organization, timeline, position, publication and datasets, as the cursor encodes them. */
const CURSOR = new RegExp(`^2\\.(${UUID})\\.(${UUID})\\.([0-9]{1,15})\\.(${UUID}|0)\\.([a-z+-]+)$`)
/** The same format before timelines existed. */
const OLD_CURSOR = new RegExp(`^1\\.(${UUID})\\.([0-9]{1,15})\\.([a-z+-]+)$`)

/** All datasets of the first versions. */
const FIRST_DATASETS = ['user-booking-attendance', 'presence']

const nameOf = (datasets: readonly string[]): string => [...new Set(datasets)].sort().join('+')

export const writeCursor = (
  orgId: string,
  { timelineId, position, publicationId = '0' }: FeedPosition & { readonly timelineId: string },
  datasets: readonly string[],
): string => Buffer.from(`2.${orgId}.${timelineId}.${position}.${publicationId}.${nameOf(datasets)}`).toString('base64url')

/**
 * Decodes a cursor. Without one, the feed is read from the start. A client that names no datasets continues with those of its cursor,
 * when a version has added some since.
 * @throws AppError invalid_parameter if the cursor is malformed, or belongs to another organization or other datasets: it has
 * skipped what was published of those
 */
export const readCursor = (
  orgId: string,
  cursor: string | undefined,
  asked: readonly string[] | undefined,
): FeedPosition & { readonly datasets: readonly string[] } => {
  if (cursor === undefined) return { position: 0, datasets: asked ?? SEGMENT_DATASETS }
  const { owner, readDatasets, ...position } = parse(Buffer.from(cursor, 'base64url').toString())
  if (owner !== orgId || readDatasets === undefined) throw notOurs()
  if (asked === undefined && readDatasets === nameOf(FIRST_DATASETS)) return { ...position, datasets: FIRST_DATASETS }
  const datasets = asked ?? SEGMENT_DATASETS
  if (readDatasets === nameOf(datasets)) return { ...position, datasets }
  const message = `is one of datasets=${readDatasets.replaceAll('+', ',')}: ask for the same, or leave the cursor out`
  throw new AppError('invalid_parameter', { errors: [{ pointer: '/cursor', message, code: 'cursor' }] })
}

const parse = (
  text: string,
): FeedPosition & { readonly owner?: string | undefined; readonly readDatasets?: string | undefined } => {
  const [isOld, oldOwner, oldPosition, oldDatasets] = OLD_CURSOR.exec(text) ?? []
  if (isOld) return { owner: oldOwner, position: Number(oldPosition), readDatasets: oldDatasets }
  const [, owner, timelineId, position, publicationId, readDatasets] = CURSOR.exec(text) ?? []
  return {
    ...{ owner, timelineId, position: Number(position), readDatasets },
    publicationId: publicationId === '0' ? undefined : publicationId,
  }
}

const notOurs = (): AppError =>
  new AppError('invalid_parameter', {
    detail:
      'The cursor is not one that this service gave for this organization. Leave it out to read everything from the beginning.',
    errors: [{ pointer: '/cursor', message: 'is not a cursor of this feed', code: 'cursor' }],
  })
