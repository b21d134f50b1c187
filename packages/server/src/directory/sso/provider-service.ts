import { randomUUID } from 'node:crypto'
import type { IdentityProvider, IdentityProviderChanges, IdentityProviderCreation } from '@rollcall/contract'
import { assertBreakGlass } from '../../gate/access/administrators.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { readPrivateKey } from '../../gate/oidc/client-authentication.ts'
import { type Page, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { type Sealer, sealToStore } from '../../gate/sealing/sealing.ts'
import { endSessionsOfProvider, endSessionsWithoutProvider } from '../../gate/sessions/end-sessions.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import {
  type CountedProvider,
  deleteProvider,
  findProvider,
  insertProvider,
  lockProvider,
  type ProviderColumns,
  purposeOf,
  selectProviders,
  updateProvider,
} from './provider-store.ts'

/** Where discovery documents are, below their issuer: people copy the whole address. */
const WELL_KNOWN = /\/\.well-known\/openid-configuration$/

const toView = (provider: CountedProvider): IdentityProvider => {
  const { id, orgId: _, credentialSealed: __, lastSignInAt, lastFailureAt, createdAt, updatedAt, ...settings } = provider
  return {
    ...settings,
    providerId: id,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    lastFailureAt: lastFailureAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export const unknownProvider = (): AppError =>
  new AppError('entity_not_found', { detail: 'There is no identity provider with this id.' })

/** @throws AppError entity_not_found */
export const getProvider = async (db: Db, orgId: string, providerId: string): Promise<IdentityProvider> => {
  const provider = await findProvider(db, orgId, providerId)
  if (!provider) throw unknownProvider()
  return toView(provider)
}

export const listProviders = async (
  db: Db,
  orgId: string,
  query: { readonly limit?: number; readonly cursor?: string },
): Promise<Page<IdentityProvider>> => {
  const page = pageRequest(query, ['text'])
  return toPage(page, await selectProviders(db, orgId, page), ({ label }) => [label], toView)
}

type Given = Partial<IdentityProviderCreation> & { readonly status?: string | undefined }

/** Only fields that are given are written; a null counts as absent. */
const columnsOf = (given: Given): ProviderColumns => {
  const columns: Record<string, unknown> = {
    label: given.label,
    issuer: given.issuer?.replace(WELL_KNOWN, ''),
    client_id: given.clientId,
    client_authentication: given.clientAuthentication,
    scopes: given.scopes,
    user_name_claim: given.userNameClaim,
    email_claim: given.emailClaim,
    links_by: given.linksBy,
    domains: given.domains,
    creates_people: given.createsPeople,
    role_mappings: given.roleMappings && JSON.stringify(given.roleMappings),
    is_required: given.isRequired,
    signs_out_there: given.signsOutThere,
    status: given.status,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined && value !== null))
}

const invalidCredential = (message: string): AppError =>
  new AppError('invalid_body', {
    detail: `The credential ${message}.`,
    errors: [{ pointer: '/credential', message, code: 'credential' }],
  })

/** @throws AppError invalid_body */
const assertCredential = (method: string, credential: string | null | undefined, hasStored: boolean): void => {
  if (method === 'none') {
    if (credential) throw invalidCredential('must be absent, because clientAuthentication is none')
    return
  }
  if (!credential && !hasStored) throw invalidCredential('is required, because clientAuthentication is not none')
  if (!credential || method !== 'private_key_jwt') return
  try {
    readPrivateKey(credential)
  } catch (error) {
    throw invalidCredential(
      `must be a private key as PEM, without a passphrase: RSA of 2048 bits or more, or EC, or Ed25519; with its certificate, if the provider knows it by that (${(error as Error).message.slice(0, 200)})`,
    )
  }
}

const assertIssuer = (issuer: string, isHttpAllowed: boolean): void => {
  const url = URL.parse(issuer)
  const isAllowed = url?.protocol === 'https:' || (isHttpAllowed && url?.protocol === 'http:')
  if (url && isAllowed && !/[?#]/.test(issuer) && !url.username && !url.password) return
  const message = 'must be an address with HTTPS, without a user name and a query'
  throw new AppError('invalid_body', {
    detail: `The issuer ${message}.`,
    errors: [{ pointer: '/issuer', message, code: 'issuer' }],
  })
}

const entityOf = ({ providerId, label }: Pick<IdentityProvider, 'providerId' | 'label'>) => ({
  type: 'identity-provider',
  id: providerId,
  name: label,
})

/** Adds a provider. If it is required, sessions of passwords end, except those of break-glass accounts. @throws AppError invalid_body, name_taken, break_glass_missing */
export const createProvider = (
  db: Db,
  sealer: Sealer,
  orgId: string,
  given: IdentityProviderCreation,
  isHttpAllowed: boolean,
): Promise<IdentityProvider> => {
  assertIssuer(given.issuer, isHttpAllowed)
  const method = given.clientAuthentication ?? 'client_secret_basic'
  assertCredential(method, given.credential, false)
  const id = randomUUID()
  return underRules(
    transact(db, async (trx) => {
      if (given.isRequired) await lockDirectory(trx, orgId)
      const sealed = given.credential ? await sealToStore(trx, sealer, given.credential, purposeOf(id)) : null
      const columns = { ...columnsOf({ ...given, clientAuthentication: method }), credential_sealed: sealed }
      await insertProvider(trx, { org_id: orgId, id, ...columns })
      if (given.isRequired) {
        await assertBreakGlass(trx, orgId)
        await endSessionsWithoutProvider(trx, orgId)
      }
      const after = await getProvider(trx, orgId, id)
      await recordChange(trx, orgId, { entity: entityOf(after), before: null, after })
      return after
    }),
  )
}

/** Absent fields stay as they are; see `createProvider`. @throws AppError entity_not_found, invalid_body, name_taken, break_glass_missing */
export const changeProvider = (
  db: Db,
  sealer: Sealer,
  orgId: string,
  providerId: string,
  given: IdentityProviderChanges,
): Promise<IdentityProvider> =>
  underRules(
    transact(db, async (trx) => {
      if (given.isRequired || given.status === 'active') await lockDirectory(trx, orgId)
      await lockProvider(trx, orgId, providerId)
      const stored = await findProvider(trx, orgId, providerId)
      if (!stored) throw unknownProvider()
      const before = toView(stored)
      const method = given.clientAuthentication ?? stored.clientAuthentication
      // A secret is no private key and the other way round, so the stored one is kept only for the same kind.
      const isSameKind = (method === 'private_key_jwt') === (stored.clientAuthentication === 'private_key_jwt')
      assertCredential(method, given.credential, isSameKind && stored.credentialSealed !== null)
      await updateProvider(trx, orgId, providerId, {
        ...columnsOf(given),
        ...(method === 'none' ? { credential_sealed: null } : {}),
        ...(given.credential
          ? { credential_sealed: await sealToStore(trx, sealer, given.credential, purposeOf(providerId)) }
          : {}),
      })
      if (given.status === 'inactive') await endSessionsOfProvider(trx, orgId, providerId)
      await assertBreakGlass(trx, orgId)
      if (given.isRequired || given.status === 'active') await endSessionsWithoutProvider(trx, orgId)
      const after = await getProvider(trx, orgId, providerId)
      const replaced = given.credential ? { isCredentialNew: true } : {}
      await recordChange(trx, orgId, { entity: entityOf(after), before, after: { ...after, ...replaced } })
      return after
    }),
  )

/** @throws AppError entity_not_found */
export const removeProvider = (db: Db, orgId: string, providerId: string): Promise<void> =>
  transact(db, async (trx) => {
    const before = await getProvider(trx, orgId, providerId)
    await deleteProvider(trx, orgId, providerId)
    await recordChange(trx, orgId, { entity: entityOf(before), before })
  })
