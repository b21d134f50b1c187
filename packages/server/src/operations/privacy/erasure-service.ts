import type { Erasure, FieldErrorCode } from '@rollcall/contract'
import { sql } from 'kysely'
import { keepAdministrator } from '../../gate/access/administrators.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { boundLockWait } from '../../platform/transactions/lock-wait.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { forgetRows } from '../../warehouse/chunks/chunk-cache.ts'
import { countErasable, eraseRows } from './erase-rows.ts'
import { findErasure, type LoggedErasure, logErasure, saveErasure } from './erasure-store.ts'
import { getPerson, mentionsOf, type Person } from './person.ts'

export interface ErasureOrder {
  readonly userId: string
  readonly reason: string
  /** userName or e-mail of the person. */
  readonly confirm?: string | null | undefined
  /** Reports the counts and changes nothing. */
  readonly dryRun?: boolean | null | undefined
  /** The user who erases; null for a key or an operator. */
  readonly byUserId: string | null
}

/**
 * Erases a person (domain §11) completely and irreversibly, in one transaction. The id stays, inactive and unknown to
 * submissions, so that published counts stay. Repeating it returns the recorded result. Everything that rewrites the directory
 * waits meanwhile.
 *
 * @throws AppError entity_not_found, invalid_body, last_administrator
 */
export const erasePerson = (db: Db, orgId: string, order: ErasureOrder): Promise<Erasure> =>
  underRules(
    transact(db, async (trx) => {
      await boundLockWait(trx)
      if (order.dryRun !== true) await lockDirectory(trx, orgId)
      const done = await findErasure(trx, orgId, order.userId)
      if (done) return done
      const person = await getPerson(trx, orgId, order.userId)
      await assertImpersonal(trx, person, order.reason)
      if (order.dryRun === true) {
        const tables = await countErasable(trx, orgId, person)
        return { ...unsigned(order), restatedDays: person.localDays.length, tables }
      }
      assertConfirmed(person, order.confirm)
      await eraseKnown(trx, orgId, person, { ...order, changedBy: 'administrator' })
      return (await findErasure(trx, orgId, order.userId)) as Erasure
    }),
  )

/** Erases a person who was found and may be erased, under the lock of the directory. */
export const eraseKnown = async (
  trx: Db,
  orgId: string,
  person: Person,
  { reason, byUserId, changedBy }: Omit<LoggedErasure, 'userId'>,
): Promise<void> => {
  const { userId } = person
  const restatedDays = person.localDays.length
  const tables = await keepAdministrator(trx, orgId, () => eraseRows(trx, orgId, person))
  await saveErasure(trx, orgId, { userId, reason, byUserId, tables, restatedDays })
  await logErasure(trx, orgId, { userId, reason, byUserId, changedBy })
  await recordChange(trx, orgId, { entity: { type: 'user', id: userId }, after: { reason, restatedDays } })
  await forgetRows(trx, orgId)
}

const unsigned = ({ userId, reason }: ErasureOrder) => ({ userId, reason, erasedAt: null, erasedByUserId: null })

const invalidField = (name: string, message: string, code: FieldErrorCode): AppError =>
  new AppError('invalid_body', { errors: [{ pointer: `/${name}`, message, code }] })

/** The reason is stored forever, so it must not identify the person. */
const assertImpersonal = async (db: Db, person: Person, reason: string): Promise<void> => {
  const { rows } = await sql<{ names: boolean }>`select ${reason} ~* ${mentionsOf(person).own} as names`.execute(db)
  if (rows[0]?.names)
    throw invalidField('reason', 'names the person; it is stored permanently, so give a reason without names', 'personal')
}

const assertConfirmed = ({ userName, email }: Person, confirm: string | null | undefined): void => {
  if (!confirm) throw invalidField('confirm', 'is required: the userName or e-mail of the person', 'required')
  if (confirm !== userName && confirm !== email)
    throw invalidField('confirm', 'is neither the userName nor the e-mail of this user', 'mismatch')
}
