import {
  MAIL_KIND_NAMES,
  MAIL_KINDS,
  MAIL_LANGUAGES,
  type MailKind,
  type MailPreferences,
  type MailPreferencesChange,
  PUSH_KIND_NAMES,
  PUSH_KINDS,
} from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assertUser } from '../people/find-user.ts'
import type { Unsubscribing } from './unsubscribe-code.ts'

interface Stored {
  readonly language: string | null
  readonly refusedKinds: readonly string[]
  readonly refusedPushKinds: readonly string[]
}

const NONE: Stored = { language: null, refusedKinds: [], refusedPushKinds: [] }

const findStored = async (db: Db, orgId: string, userId: string): Promise<Stored> =>
  (await db
    .selectFrom('mail_preferences')
    .select(['language', 'refused_kinds as refusedKinds', 'refused_push_kinds as refusedPushKinds'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? NONE

const describe = ({ language, refusedKinds, refusedPushKinds }: Stored): MailPreferences => ({
  language: MAIL_LANGUAGES.find((known) => known === language) ?? null,
  kinds: MAIL_KIND_NAMES.map((kind) => {
    const { about, isNecessary } = MAIL_KINDS[kind]
    return { kind, about, isNecessary, isWanted: isNecessary || !refusedKinds.includes(kind) }
  }),
  pushKinds: PUSH_KIND_NAMES.map((kind) => ({
    kind,
    about: PUSH_KINDS[kind].about,
    isWanted: !refusedPushKinds.includes(kind),
  })),
})

/** @throws AppError entity_not_found */
export const getMailPreferences = async (db: Db, orgId: string, userId: string): Promise<MailPreferences> => {
  await assertUser(db, orgId, userId)
  return describe(await findStored(db, orgId, userId))
}

/** @throws AppError entity_not_found, invalid_request when a necessary kind is refused */
export const changeMailPreferences = (
  db: Db,
  orgId: string,
  userId: string,
  changes: MailPreferencesChange,
): Promise<MailPreferences> =>
  transact(db, async (trx) => {
    await assertUser(trx, orgId, userId)
    const necessary = changes.refusedKinds?.find((kind) => MAIL_KINDS[kind].isNecessary)
    if (necessary !== undefined) {
      throw new AppError('invalid_request', {
        detail: `Mail about ${MAIL_KINDS[necessary].about} is necessary and cannot be refused.`,
      })
    }
    const before = await findStored(trx, orgId, userId)
    const after = await store(trx, orgId, userId, changes)
    await recordChange(trx, orgId, { entity: { type: 'user', id: userId }, before, after })
    return describe(after)
  })

const inOrder = (kinds: readonly string[] | null | undefined): string[] | null => (kinds ? [...new Set(kinds)].sort() : null)

/** What is absent stays as it is stored by then: the person may unsubscribe by a mail at the same time. */
const store = async (
  trx: Db,
  orgId: string,
  userId: string,
  { language = null, refusedKinds, refusedPushKinds }: MailPreferencesChange,
): Promise<Stored> => {
  const [kinds, pushKinds] = [inOrder(refusedKinds), inOrder(refusedPushKinds)]
  const { rows } = await sql<Stored>`
    insert into mail_preferences as p (org_id, user_id, language, refused_kinds, refused_push_kinds)
    values (${orgId}, ${userId}, ${language}, coalesce(${kinds}::text[], '{}'), coalesce(${pushKinds}::text[], '{}'))
    on conflict (org_id, user_id) do update
    set language = coalesce(excluded.language, p.language), refused_kinds = coalesce(${kinds}::text[], p.refused_kinds),
      refused_push_kinds = coalesce(${pushKinds}::text[], p.refused_push_kinds), updated_at = now()
    returning language, refused_kinds as "refusedKinds", refused_push_kinds as "refusedPushKinds"`.execute(trx)
  return rows[0] as Stored
}

/** Refuses a kind of mail. A necessary one cannot be refused, and no link for it is ever made. */
export const refuseKind = async (db: Db, { orgId, userId, kind }: Unsubscribing): Promise<void> => {
  if (MAIL_KINDS[kind as MailKind].isNecessary) throw new AppError('unsubscribe_link_invalid')
  await sql`
    insert into mail_preferences (org_id, user_id, refused_kinds)
    select org_id, id, array[${kind}::text]
    from users
    where org_id = ${orgId} and id = ${userId} and status = 'active'
    on conflict (org_id, user_id) do update
    set refused_kinds = mail_preferences.refused_kinds || excluded.refused_kinds, updated_at = now()
    where not mail_preferences.refused_kinds @> excluded.refused_kinds`.execute(db)
}
