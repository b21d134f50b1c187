import {
  ENDPOINTS,
  type EntityOperations,
  levelOperations,
  locationOperations,
  type Place,
  parkingBayOperations,
  placeOperations,
  spaceOperations,
  zoneOperations,
} from '@rollcall/contract'
import type { Principal } from '../../gate/access/principal.ts'
import { isCurrent, isExpected } from '../../gate/http/caching.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { transactBounded } from '../../platform/transactions/lock-wait.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { getEntity, givenFields, listEntities } from '../entities/entity-service.ts'
import { begins, type EntityTable } from '../entities/entity-table.ts'
import { filterAssignee, hideAssignee } from './assignment-view.ts'
import { changePlaces } from './change-several-places.ts'
import { previewDeactivation } from './deactivation-preview.ts'
import { getFloorPlan, getPlanOfScreen, removeFloorPlan, setFloorPlan } from './floor-plan-service.ts'
import { changeLayout, getLayout } from './layout-service.ts'
import { type ChangeRules, changeNode, createNode, createNodes, LOCATION_RULES, NO_RULES, PLACE_RULES } from './node-service.ts'
import { LEVELS, LOCATIONS, PARKING_BAYS, PLACES, SPACES, ZONES } from './node-tables.ts'
import { setPositions } from './position-service.ts'

export const registerPlaceRoutes = (http: HttpContext, db: Db, jobs: Db, consequences: DirectoryConsequences): void => {
  const writer: Writer = { db, consequences, changing: (change) => change(db) }
  // Another time zone or beginning of the day reads all events and moves those of a building, so changes of buildings use `jobs`, whose
  // statements have no timeout.
  const ofLocations: Writer = { ...writer, changing: (change) => transactBounded(jobs, change) }
  serveNodes(http, ofLocations, locationOperations, LOCATIONS, LOCATION_RULES)
  serveNodes(http, writer, levelOperations, LEVELS)
  serveNodes(http, writer, zoneOperations, ZONES)
  serveNodes(http, writer, placeOperations, PLACES, PLACE_RULES, DESK_VIEW)
  serveNodes(http, writer, spaceOperations, SPACES)
  serveNodes(http, writer, parkingBayOperations, PARKING_BAYS)

  serve(http, ENDPOINTS.updatePlaces, ({ body, caller, query }) =>
    changePlaces(db, consequences, caller, body, query.dryRun === 'true'),
  )
  serve(http, ENDPOINTS.setPositions, async ({ body, caller, params }) => {
    await setPositions(db, caller.orgId, params.levelId, body.positions)
    return { message: 'The positions of the desks were saved' }
  })
  serve(http, ENDPOINTS.getLevelLayout, async ({ caller, params, reply }) => {
    const layout = await getLayout(db, caller.orgId, params.levelId)
    reply.header('etag', etagOf(layout.layoutVersion))
    return layout
  })
  serve(http, ENDPOINTS.changeLevelLayout, async ({ body, caller, params, request, reply }) => {
    const isMeant = (version: string) => isExpected(request, etagOf(version))
    const layout = await changeLayout(db, caller.orgId, params.levelId, body, isMeant)
    reply.header('etag', etagOf(layout.layoutVersion))
    return layout
  })
  serveFloorPlans(http, db)
}

const serveFloorPlans = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.getFloorPlan, async ({ caller, params, request, reply }) => {
    const plan = await getFloorPlan(db, caller.orgId, params.levelId, (version) => isCurrent(request, etagOf(version)))
    reply.header('etag', etagOf(plan.floorPlanVersion)).header('x-content-type-options', 'nosniff')
    return 'image' in plan ? plan : (reply.code(304).send() as never)
  })
  serve(http, ENDPOINTS.getKioskFloorPlan, ({ caller, params }) => getPlanOfScreen(db, caller, params.levelId))
  serve(http, ENDPOINTS.setFloorPlan, async ({ body, caller, params }) => {
    await setFloorPlan(db, caller.orgId, params.levelId, body)
    return { message: 'The floor plan was saved' }
  })
  serve(http, ENDPOINTS.removeFloorPlan, async ({ caller, params }) => {
    await removeFloorPlan(db, caller.orgId, params.levelId)
    return { message: 'The floor plan was removed' }
  })
}

/** The ETag is weak because one plan is sent in several encodings. */
const etagOf = (version: string): string => `W/"${version}"`

/** Limits what callers see of nodes of one kind, and which filters they may use. */
interface NodeView<T> {
  readonly visible: (caller: Principal, node: T) => T
  readonly allowedQuery: <Q extends object>(caller: Principal, query: Q) => Q
}

const SAME_FOR_ALL = {
  visible: <T>(_caller: Principal, node: T) => node,
  allowedQuery: <Q>(_caller: Principal, query: Q) => query,
}

const DESK_VIEW: NodeView<Place> = {
  visible: hideAssignee,
  allowedQuery: (caller, query) =>
    'assignedUserId' in query ? { ...query, assignedUserId: filterAssignee(caller, query.assignedUserId as string) } : query,
}

interface Writer {
  readonly db: Db
  readonly consequences: DirectoryConsequences
  /** Runs a change of a node. */
  readonly changing: <T>(change: (db: Db) => Promise<T>) => Promise<T>
}

/** Serves the operations of one kind of node. */
const serveNodes = <T extends object>(
  http: HttpContext,
  { db, consequences, changing }: Writer,
  { list, get, create, createMany, previewDeactivation: preview, update }: EntityOperations,
  table: EntityTable<T>,
  rules: ChangeRules = NO_RULES,
  { visible, allowedQuery }: NodeView<T> = SAME_FOR_ALL,
): void => {
  const idOf = (params: object) => (params as Record<string, string>)[table.idField] as string
  serve(http, list, async ({ caller, query }) => {
    const { search, ...filters } = allowedQuery(caller, query) as Record<string, unknown> & { search?: string }
    const page = await listEntities(db, table, caller.orgId, filters, search === undefined ? [] : [begins('e.name', search)])
    return { ...page, items: page.items.map((node) => visible(caller, node)) }
  })
  serve(http, get, async ({ caller, params }) => visible(caller, await getEntity(db, table, caller.orgId, idOf(params))))
  serve(http, create, ({ body, caller }) => createNode(db, table, rules, caller.orgId, givenFields(create.body, body)))
  serve(http, createMany, async ({ body, caller }) => {
    const items = body.items.map((item) => givenFields(create.body, item))
    return { items: await createNodes(db, table, rules, caller.orgId, items) }
  })
  serve(http, preview, ({ caller, params }) => previewDeactivation(db, consequences, table, caller.orgId, idOf(params)))
  serve(http, update, ({ body, caller, params }) =>
    changing((on) => changeNode(on, consequences, table, rules, caller, idOf(params), givenFields(update.body, body))),
  )
}
