import { randomBytes, randomUUID } from 'node:crypto'
import { createLink } from '../../../src/directory/accounts/account-links.ts'
import { startCeremony, userHandleOf } from '../../../src/directory/accounts/passkey-state.ts'
import { unsubscribeCode } from '../../../src/directory/mail/unsubscribe-code.ts'
import { PASSWORD, type SignedIn } from '../../../src/testing/test-service.ts'
import { Authenticator } from '../../accounts/authenticator.ts'
import type { Caller, GoodCalls } from './good-calls.ts'

/** What the calls of one organization are about. */
interface Subjects {
  readonly sessionId: string
  readonly passkeyId: string
  readonly mailId: string
  readonly deviceId: string
  /** Who calls operations about themselves: a new person for each call, so that the session of the test stays. */
  own?: SignedIn
  code?: string
  device?: Authenticator
}

const subjects = new Map<string, Subjects>()

const of = ({ orgId }: Caller): Subjects => {
  const ids = { sessionId: randomUUID(), passkeyId: randomUUID(), mailId: randomUUID(), deviceId: randomUUID() }
  const known = subjects.get(orgId) ?? ids
  subjects.set(orgId, known)
  return known
}

const siteOf = ({ service }: Caller) => ({ origin: service.baseUrl, host: '127.0.0.1' })

const signInAnew = async (caller: Caller): Promise<SignedIn> => {
  const own = await caller.service.signIn(caller.orgId)
  of(caller).own = own
  return own
}

const ownHeaders = async (caller: Caller) => of(caller).own?.headers ?? (await signInAnew(caller)).headers

const otherSession = async (caller: Caller): Promise<void> => {
  const { userId } = await signInAnew(caller)
  const { pool } = caller.service.database
  await pool.query('delete from sessions where id = $1', [of(caller).sessionId])
  await pool.query(
    `insert into sessions (token_hash, org_id, user_id, expires_at, id) values ($1, $2, $3, now() + interval '1 hour', $4)`,
    [randomBytes(32), caller.orgId, userId, of(caller).sessionId],
  )
}

/** A passkey of this user, as its device made it. */
const passkeyOf = async (caller: Caller, userId: string): Promise<void> => {
  const device = new Authenticator(siteOf(caller))
  of(caller).device = device
  const { pool } = caller.service.database
  await pool.query('delete from passkeys where id = $1', [of(caller).passkeyId])
  await pool.query(
    `insert into passkeys (org_id, id, user_id, credential_id, public_key, host, name, is_synced)
     values ($1, $2, $3, $4, $5, '127.0.0.1', 'Laptop', false)`,
    [caller.orgId, of(caller).passkeyId, userId, device.credentialId, device.publicKey],
  )
}

const ownPasskey = async (caller: Caller): Promise<void> => passkeyOf(caller, (await signInAnew(caller)).userId)

/** A browser of the calling person. Nothing is ever sent to it. */
const ownDevice = async (caller: Caller): Promise<void> => {
  const { userId } = await signInAnew(caller)
  const { pool } = caller.service.database
  await pool.query('delete from push_devices where id = $1', [of(caller).deviceId])
  await pool.query(`insert into push_devices (org_id, id, user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, 'a', 'b')`, [
    caller.orgId,
    of(caller).deviceId,
    userId,
    `https://push.invalid/${of(caller).deviceId}`,
  ])
}

const accountOfAda = ({ service, orgId, ids }: Caller) => service.signIn(orgId, [], ids.ada)

const link = async (caller: Caller): Promise<void> => {
  await accountOfAda(caller)
  of(caller).code = (await createLink(caller.service.database.db, caller.orgId, caller.ids.ada))?.code as string
}

const mail = async (caller: Caller): Promise<void> => {
  await caller.service.database.pool.query(
    `insert into outgoing_mails (org_id, id, kind, user_id, status, ended_at) values ($1, $2, 'test', $3, 'failed', now())
     on conflict (org_id, id) do update set status = 'failed', claimed_until = null`,
    [caller.orgId, of(caller).mailId, caller.ids.ada],
  )
}

const addresses = async ({ service, orgId }: Caller): Promise<void> => {
  await service.database.pool.query(
    `update users set email = user_name where org_id = $1 and email is null and user_name like 'person-%'`,
    [orgId],
  )
}

/** Calls that succeed for links to accounts, sessions, passkeys and mail. */
export const ACCOUNTS: GoodCalls = {
  bodies: {
    createAccountLink: () => ({ delivery: 'copy' }),
    requestPasswordReset: () => ({ userName: 'ada.a@example.com' }),
    readAccountLink: (caller) => ({ code: of(caller).code ?? 'none' }),
    useAccountLink: (caller) => ({ code: of(caller).code ?? 'none', password: PASSWORD }),
    createPasskey: (caller) => {
      const addedTo = { orgId: caller.orgId, userId: of(caller).own?.userId ?? caller.person.userId }
      const { state, challenge } = startCeremony(caller.service.sealer, siteOf(caller), addedTo)
      return { state, name: 'Laptop', currentPassword: PASSWORD, ...new Authenticator(siteOf(caller)).create(challenge) }
    },
    updatePasskey: () => ({ name: 'Phone' }),
    signInWithPasskey: (caller) => {
      const { state, challenge } = startCeremony(caller.service.sealer, siteOf(caller))
      const device = of(caller).device ?? new Authenticator(siteOf(caller))
      return { state, ...device.get(challenge, userHandleOf(caller.orgId, caller.person.userId)) }
    },
    setMailPreferences: () => ({ refusedKinds: ['new-sign-in'] }),
    addPushDevice: () => ({
      endpoint: `https://push.invalid/${randomUUID()}`,
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }),
  },
  queries: {
    unsubscribe: ({ service, orgId, ids }) => ({
      code: unsubscribeCode(service.sealer, { orgId, userId: ids.ada, kind: 'new-sign-in' }),
    }),
  },
  pathValues: {
    sessionId: (caller) => of(caller).sessionId,
    passkeyId: (caller) => of(caller).passkeyId,
    mailId: (caller) => of(caller).mailId,
    deviceId: (caller) => of(caller).deviceId,
  },
  preparations: {
    endSession: otherSession,
    endSessions: signInAnew,
    createPasskey: signInAnew,
    updatePasskey: ownPasskey,
    removePasskey: ownPasskey,
    addPushDevice: signInAnew,
    removePushDevice: ownDevice,
    signInWithPasskey: (caller) => passkeyOf(caller, caller.person.userId),
    readAccountLink: link,
    useAccountLink: link,
    sendTestMail: addresses,
    sendMailAgain: mail,
  },
  headers: {
    endSession: ownHeaders,
    endSessions: ownHeaders,
    createPasskey: ownHeaders,
    updatePasskey: ownHeaders,
    removePasskey: ownHeaders,
    addPushDevice: ownHeaders,
    removePushDevice: ownHeaders,
  },
}
