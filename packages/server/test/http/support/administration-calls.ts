import { randomUUID } from 'node:crypto'
import type { Caller, GoodCalls } from './good-calls.ts'
import { ssoCalls } from './sso-calls.ts'

const keys = new Map<string, string>()

/** The key that calls are about, of each organization: never the one that a caller proves itself with. */
const keyOf = ({ orgId }: Caller): string => {
  const keyId = keys.get(orgId) ?? randomUUID()
  keys.set(orgId, keyId)
  return keyId
}

/** The key as it is when it is new: live, and without a successor. */
const key = async (caller: Caller): Promise<void> => {
  const { pool } = caller.service.database
  await pool.query('delete from api_keys where family_id = $1 and id <> $1', [keyOf(caller)])
  await pool.query(
    `insert into api_keys (id, org_id, family_id, name, role, auth_methods, secret_hash)
     values ($1, $2, $1, 'BI', 'data-warehouse', '{basic}', '')
     on conflict (id) do update
     set revoked_at = null, blocked_at = null`,
    [keyOf(caller), caller.orgId],
  )
}

const source = async ({ service, orgId }: Caller): Promise<void> => {
  await service.database.pool.query(
    'insert into sources (org_id, source_no, source_id) values ($1, 1000, $2) on conflict do nothing',
    [orgId, `badges of ${orgId}`],
  )
}

/** A sample company of nothing: making it is done, and removing it removes nothing else. */
const sample = async ({ service, orgId }: Caller): Promise<void> => {
  await service.database.pool.query(
    `insert into sample_companies (org_id, state, until) values ($1, 'made', '2026-01-05') on conflict do nothing`,
    [orgId],
  )
}

/** A refused event of an unknown user. */
const refused = async (caller: Caller): Promise<void> => {
  await source(caller)
  const { service, orgId, ids } = caller
  const payload = {
    eventId: 'q1',
    timestamp: '2026-01-05T09:00:00Z',
    locationId: ids.desk,
    locationType: 'place',
    userId: 'nobody',
  }
  await service.database.pool.query(
    `insert into quarantine (org_id, kind, utc_day, source_no, event_id, payload, result_code, reason)
     values ($1, 'presence', '2026-01-05', 1000, 'q1', $2, 1, 'User not found')
     on conflict do nothing`,
    [orgId, payload],
  )
}

const providers = new Map<string, string>()

const providerOf = ({ orgId }: Caller): string => {
  const providerId = providers.get(orgId) ?? randomUUID()
  providers.set(orgId, providerId)
  return providerId
}

const SSO = ssoCalls(providerOf)

const provider = async (caller: Caller): Promise<void> => {
  await caller.service.database.pool.query(
    `insert into provisioning_providers (org_id, id, name) values ($1, $2, 'Okta')
     on conflict (org_id, id) do update
     set name = excluded.name`,
    [caller.orgId, providerOf(caller)],
  )
}

/** Calls that succeed for keys, sources, quarantine, identity providers and the live stream. */
export const ADMINISTRATION: GoodCalls = {
  bodies: {
    ...SSO.bodies,
    createKey: () => ({ name: 'Data team', role: 'data-warehouse', authMethods: ['basic'], requestsPerMinute: 600 }),
    rotateKey: () => ({ expiresAt: '2100-01-01T00:00:00Z' }),
    updateProvisioningProvider: () => ({ name: 'Entra ID' }),
    updateKeys: (caller) => ({ ids: [keyOf(caller)], changes: { expiresAt: '2100-01-01T00:00:00Z' } }),
    updateKey: () => ({ name: 'Data team', blocked: true, reason: 'Polls every second.' }),
    replayQuarantine: () => ({ kind: 'presence', resultCode: 1 }),
    runRefresh: ({ ids }) => ({ locationId: ids.berlin }),
  },
  queries: {
    watchLocation: ({ ids }) => ({ locationId: ids.berlin }),
  },
  pathValues: {
    ...SSO.pathValues,
    keyId: keyOf,
    providerId: providerOf,
  },
  preparations: {
    ...SSO.preparations,
    getKey: key,
    updateKey: key,
    updateKeys: key,
    getKeyUsage: key,
    revokeKey: key,
    rotateKey: key,
    updateProvisioningProvider: provider,
    listProvisioningSyncs: provider,
    makeSampleCompany: sample,
    removeSampleCompany: sample,
    listSources: source,
    listQuarantine: refused,
    replayQuarantine: refused,
  },
  headers: SSO.headers ?? {},
}
