import { AppError } from '../errors.ts'

/** Which version of cursors, whose feed, how far it was read, and of which datasets. */
const FORM = /^1\.([0-9a-f-]{36})\.([0-9]{1,15})\.([a-z+-]+)$/

const nameOf = (datasets: readonly string[]): string => [...new Set(datasets)].sort().join('+')

export const writeCursor = (orgId: string, position: number, datasets: readonly string[]): string =>
  Buffer.from(`1.${orgId}.${position}.${nameOf(datasets)}`).toString('base64url')

/**
 * How far the feed was read: 0 where nobody says.
 * @throws AppError invalid_parameter when the cursor is none, of another organisation, or of other datasets: it has passed over
 * what was published of the others
 */
export const readCursor = (orgId: string, cursor: string | undefined, datasets: readonly string[]): number => {
  if (cursor === undefined) return 0
  const [, owner, position, readDatasets] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (owner !== orgId || readDatasets === undefined) throw notOurs()
  if (readDatasets === nameOf(datasets)) return Number(position)
  const message = `is one of datasets=${readDatasets.replaceAll('+', ',')}: ask for the same, or leave the cursor out`
  throw new AppError('invalid_parameter', { errors: [{ pointer: '/cursor', message, code: 'cursor' }] })
}

/** The same for a cursor that no answer of this service can have had, as after an older database was restored. */
export const notOurs = (): AppError =>
  new AppError('invalid_parameter', {
    detail:
      'The cursor is not one that this service gave for this organisation. Leave it out to read everything from the beginning.',
    errors: [{ pointer: '/cursor', message: 'is not a cursor of this feed', code: 'cursor' }],
  })
