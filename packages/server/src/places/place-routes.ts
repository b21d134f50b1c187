import {
  ENDPOINTS,
  type EntityOperations,
  levelOperations,
  locationOperations,
  parkingBayOperations,
  placeOperations,
  spaceOperations,
  zoneOperations,
} from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { getEntity, givenFields, listEntities } from '../entities/entity-service.ts'
import type { EntityTable } from '../entities/entity-table.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { type ChangeRules, changeNode, createNode, LOCATION_RULES, NO_RULES, PLACE_RULES } from './node-service.ts'
import { LEVELS, LOCATIONS, PARKING_BAYS, PLACES, SPACES, ZONES } from './node-tables.ts'
import { setPositions } from './position-service.ts'

export const registerPlaceRoutes = (http: HttpContext, db: Db): void => {
  serveNodes(http, db, locationOperations, LOCATIONS, LOCATION_RULES)
  serveNodes(http, db, levelOperations, LEVELS)
  serveNodes(http, db, zoneOperations, ZONES)
  serveNodes(http, db, placeOperations, PLACES, PLACE_RULES)
  serveNodes(http, db, spaceOperations, SPACES)
  serveNodes(http, db, parkingBayOperations, PARKING_BAYS)

  serve(http, ENDPOINTS.setPositions, async ({ body, caller, params }) => {
    await setPositions(db, caller.orgId, params.levelId, body.positions)
    return { message: 'The desks are placed' }
  })
}

/** The four operations of one kind of node. */
const serveNodes = <T extends object>(
  http: HttpContext,
  db: Db,
  { list, get, create, update }: EntityOperations,
  table: EntityTable<T>,
  rules: ChangeRules = NO_RULES,
): void => {
  const idOf = (params: object) => (params as Record<string, string>)[table.idField] as string
  serve(http, list, ({ caller, query }) => listEntities(db, table, caller.orgId, query))
  serve(http, get, ({ caller, params }) => getEntity(db, table, caller.orgId, idOf(params)))
  serve(http, create, ({ body, caller }) => createNode(db, table, rules, caller.orgId, givenFields(create.body, body)))
  serve(http, update, ({ body, caller, params }) =>
    changeNode(db, table, rules, caller.orgId, idOf(params), givenFields(update.body, body)),
  )
}
