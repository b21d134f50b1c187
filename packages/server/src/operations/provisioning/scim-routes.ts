import { recordConflicts } from '../../directory/providers/provider-conflicts.ts'
import { type Act, runAct } from '../../gate/audit/act.ts'
import type { HttpContext } from '../../gate/http/serve.ts'
import { type ScimCall, type ScimRoute, serveScim } from '../../gate/http/serve-scim.ts'
import type { Json } from '../../gate/scim/matches.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import { type AnyResult, runBulk, type Workers } from './bulk.ts'
import { isVersion } from './conditions.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { type GroupRow, selectGroupsById, toGroupResource } from './group-rows.ts'
import { applyToGroup } from './group-service.ts'
import { listResources } from './list-resources.ts'
import { getProvider, type Provider } from './provider.ts'
import {
  KINDS,
  type Kind,
  PROJECTED,
  SCHEMAS,
  searchAll,
  searchOf,
  toList,
  toProjection,
  toQuery,
  toWholeList,
} from './search.ts'
import type { SyncCounts } from './sync-counts.ts'
import { ConflictError, isRefused, type Request } from './user-changes.ts'
import { selectUsersById, toUserResource, type UserRow, versionOf } from './user-rows.ts'
import { applyToUsers } from './user-service.ts'

/** Serves SCIM 2.0 (RFC 7644) to providers. */
export const registerScimRoutes = (http: HttpContext, db: Db, syncs: SyncCounts): void => {
  const inTurn = createTurns()

  const list = async (call: ScimCall, kind: Kind, given: Readonly<Record<string, unknown>>): Promise<Json> => {
    const provider = await getProvider(db, call.key)
    const projection = toProjection(SCHEMAS[kind], given)
    const page = await listResources(db, provider, kind, SCHEMAS[kind], toQuery(given), projection, call.baseUrl)
    syncs.add(provider, [undefined])
    call.request.meteredRows = page.resources.length
    return toList(page)
  }

  const get = async (call: ScimCall, kind: Kind): Promise<Json | undefined> => {
    const provider = await getProvider(db, call.key)
    const projection = toProjection(SCHEMAS[kind], call.query)
    const id = call.id.toLowerCase()
    const ids = isUuid(id) ? [id] : []
    const select = kind === 'Users' ? selectUsersById : selectGroupsById
    const row = (await select(db, provider, ids, projection.includes(PROJECTED[kind]))).get(id)
    if (!row) throw new AppError('entity_not_found', { detail: `There is no such ${SCHEMAS[kind].core.name.toLowerCase()}.` })
    syncs.add(provider, [undefined])
    call.reply.header('etag', versionOf(row))
    const known = call.request.headers['if-none-match']
    if (known !== undefined && isVersion(known, row)) {
      call.reply.code(304)
      return undefined
    }
    return projection.of(toResource(kind, row, call.baseUrl))
  }

  const change = async (call: ScimCall, kind: Kind): Promise<Json | undefined> => {
    const provider = await getProvider(db, call.key)
    const method = call.request.method as Request['method']
    const request: Request = { method, id: call.id, body: call.body, ifMatch: call.request.headers['if-match'] }
    const projection = toProjection(SCHEMAS[kind], call.query)
    const withLists = projection.includes(PROJECTED[kind])
    const work = async (): Promise<AnyResult> => {
      if (kind === 'Groups') return applyToGroup(db, provider, request, withLists)
      return (await applyToUsers(db, provider, [request], withLists))[0] as AnyResult
    }
    const result = await inTurn(provider.orgId, () => runAct(actOf(provider, call), work))
    await note(provider, [result])
    if (isRefused(result)) throw result instanceof ConflictError ? result.refusal : result
    if (!result.row) {
      call.reply.code(204)
      return undefined
    }
    const resource = toResource(kind, result.row, call.baseUrl)
    call.reply.header('etag', versionOf(result.row)).header('location', (resource.meta as { location: string }).location)
    if (result.effect === 'created') call.reply.code(201)
    return projection.of(resource)
  }

  const bulk = async (call: ScimCall): Promise<Json> => {
    const provider = await getProvider(db, call.key)
    const workers: Workers = {
      users: (requests) => applyToUsers(db, provider, requests, false),
      group: (request) => applyToGroup(db, provider, request, false),
    }
    const work = () => runAct(actOf(provider, call), () => runBulk(call.body, workers))
    const { results, response } = await inTurn(provider.orgId, work)
    await note(provider, results)
    call.request.meteredRows = results.length
    return response(call.baseUrl)
  }

  const note = async (provider: Provider, results: readonly AnyResult[]): Promise<void> => {
    syncs.add(provider, results)
    const conflicts = results.flatMap((result) =>
      result instanceof ConflictError ? [{ providerId: provider.id, ...result.conflict }] : [],
    )
    await recordConflicts(db, provider.orgId, 'provider', conflicts)
  }

  const described =
    (all: (baseUrl: string) => Json[]): ScimRoute['handler'] =>
    async ({ baseUrl, id }) => {
      const found = all(baseUrl).find((each) => each.id === id)
      if (found) return found
      throw new AppError('entity_not_found')
    }

  const resources = KINDS.flatMap((kind): ScimRoute[] => [
    { method: 'GET', path: `/${kind}`, handler: (call) => list(call, kind, call.query) },
    { method: 'POST', path: `/${kind}`, handler: (call) => change(call, kind) },
    { method: 'POST', path: `/${kind}/.search`, handler: (call) => list(call, kind, searchOf(call)) },
    { method: 'GET', path: `/${kind}/:id`, handler: (call) => get(call, kind) },
    { method: 'PUT', path: `/${kind}/:id`, handler: (call) => change(call, kind) },
    { method: 'PATCH', path: `/${kind}/:id`, handler: (call) => change(call, kind) },
    { method: 'DELETE', path: `/${kind}/:id`, handler: (call) => change(call, kind) },
  ])
  serveScim(http, [
    { method: 'GET', path: '/ServiceProviderConfig', handler: async ({ baseUrl }) => serviceProviderConfig(baseUrl) },
    { method: 'GET', path: '/ResourceTypes', handler: async (call) => toWholeList(call, resourceTypes(call.baseUrl)) },
    { method: 'GET', path: '/ResourceTypes/:id', handler: described(resourceTypes) },
    { method: 'GET', path: '/Schemas', handler: async (call) => toWholeList(call, schemas(call.baseUrl)) },
    { method: 'GET', path: '/Schemas/:id', handler: described(schemas) },
    ...resources,
    { method: 'POST', path: '/.search', handler: async (call) => searchAll(db, await getProvider(db, call.key), call) },
    { method: 'POST', path: '/Bulk', handler: bulk },
  ])
}

/** What providers change is one kind of act in the audit log. */
const actOf = ({ name }: Provider, { key, request }: ScimCall): Act => ({
  action: 'provisioning.apply',
  actor: { type: 'provider', id: key.id, name },
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  requestId: request.id,
})

const toResource = (kind: Kind, row: UserRow | GroupRow, baseUrl: string): Json =>
  kind === 'Users' ? toUserResource(row as UserRow, baseUrl) : toGroupResource(row as GroupRow, baseUrl)
