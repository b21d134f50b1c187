import { AppError } from '../errors.ts'

/** Which version of cursors, whose feed, and how far it was read. */
const FORM = /^1\.([0-9a-f-]{36})\.([0-9]{1,15})$/

export const writeCursor = (orgId: string, position: number): string =>
  Buffer.from(`1.${orgId}.${position}`).toString('base64url')

/**
 * How far the feed was read: 0 where nobody says.
 * @throws AppError invalid_parameter when the cursor is none, or of another organisation
 */
export const readCursor = (orgId: string, cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  const [, owner, position] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (owner !== orgId) throw notOurs()
  return Number(position)
}

/** The same for a cursor that no answer of this service can have had, as after an older database was restored. */
export const notOurs = (): AppError =>
  new AppError('invalid_parameter', {
    detail:
      'The cursor is not one that this service gave for this organisation. Leave it out to read everything from the beginning.',
    errors: [{ pointer: '/cursor', message: 'is not a cursor of this feed', code: 'cursor' }],
  })
