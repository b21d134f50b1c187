import { MAIL_KINDS, type MailKind } from '@rollcall/contract'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import { AppError } from '../../platform/errors.ts'

const PURPOSE = 'unsubscribe'

export interface Unsubscribing {
  readonly orgId: string
  readonly userId: string
  readonly kind: MailKind
}

/**
 * Creates the code of an unsubscribe link. It says who refuses what, sealed, so nothing has to be stored. It works until the operator
 * changes the key.
 */
export const unsubscribeCode = ({ seal }: Pick<Sealer, 'seal'>, { orgId, userId, kind }: Unsubscribing): string =>
  seal(`${orgId} ${userId} ${kind}`, PURPOSE).toString('base64url')

/** @throws AppError unsubscribe_link_invalid */
export const readUnsubscribeCode = ({ open }: Pick<Sealer, 'open'>, code: string): Unsubscribing => {
  const [orgId = '', userId = '', kind = ''] = opened(open, code).split(' ')
  // Another version of the service may have had more kinds.
  if (!Object.hasOwn(MAIL_KINDS, kind)) throw new AppError('unsubscribe_link_invalid')
  return { orgId, userId, kind: kind as MailKind }
}

const opened = (open: Sealer['open'], code: string): string => {
  try {
    return open(Buffer.from(code, 'base64url'), PURPOSE).toString()
  } catch (cause) {
    throw new AppError('unsubscribe_link_invalid', { cause })
  }
}
