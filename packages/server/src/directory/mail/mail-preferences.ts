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
  { language, refusedKinds, refusedPushKinds }: MailPreferencesChange,
): Promise<MailPreferences> =>
  transact(db, async (trx) => {
    await assertUser(trx, orgId, userId)
    const necessary = refusedKinds?.find((kind) => MAIL_KINDS[kind].isNecessary)
    if (necessary !== undefined) {
      throw new AppError('invalid_request', {
        detail: `Mail about ${MAIL_KINDS[necessary].about} is necessary and cannot be refused.`,
      })
    }
    const before = await findStored(trx, orgId, userId)
    const after: Stored = {
      language: language ?? before.language,
      refusedKinds: refusedKinds ? [...new Set(refusedKinds)].sort() : before.refusedKinds,
      refusedPushKinds: refusedPushKinds ? [...new Set(refusedPushKinds)].sort() : before.refusedPushKinds,
    }
    await store(trx, orgId, userId, after)
    await recordChange(trx, orgId, { entity: { type: 'user', id: userId }, before, after })
    return describe(after)
  })

const store = async (
  trx: Db,
  orgId: string,
  userId: string,
  { language, refusedKinds, refusedPushKinds }: Stored,
): Promise<void> => {
  await sql`
    insert into mail_preferences (org_id, user_id, language, refused_kinds, refused_push_kinds)
    values (${orgId}, ${userId}, ${language}, ${[...refusedKinds]}, ${[...refusedPushKinds]})
    on conflict (org_id, user_id) do update
    set language = excluded.language, refused_kinds = excluded.refused_kinds, refused_push_kinds = excluded.refused_push_kinds,
      updated_at = now()`.execute(trx)
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
