import type { IncomingMessage, ServerResponse } from 'node:http'
import { ENDPOINTS, variants } from '@rollcall/contract'
import type { FastifyInstance } from 'fastify'
import { claimedCaller } from './caller.ts'
import type { Whereabouts } from './whereabouts.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Where requests go. */
export interface Rooms {
  readonly whereabouts: Whereabouts
  /** Returns the server of the cell of an organization; undefined while its database cannot be reached. */
  appOf(orgId: string): FastifyInstance | undefined
  /** Responds that the database of the caller cannot be reached. */
  readonly refuse: Handle
}

/** Operations without a caller, or whose caller is in the body. */
const OF_THE_NODE = new Set(
  Object.values(ENDPOINTS)
    .flatMap(variants)
    .filter(({ scheme }) => scheme === 'none')
    .map(({ endpoint, path }) => `${endpoint.method} ${path}`),
)
const API_PATH = /^\/(?:v1|api|scim)\//

const isOfTheNode = ({ method, url = '' }: IncomingMessage): boolean => {
  if (!API_PATH.test(url)) return true
  const path = url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
  return OF_THE_NODE.has(`${method === 'HEAD' ? 'GET' : method} ${path}`)
}

/**
 * Sends each request to the server of the cell of its caller, before any route sees it: this is the only place that knows that there
 * are several. A service with one database has no door. Returns a function that removes it.
 */
export const openDoor = (main: FastifyInstance, { whereabouts, appOf, refuse }: Rooms): (() => void) => {
  const { server } = main
  const before = server.listeners('request') as Handle[]

  const enter = (orgId: string | undefined, request: IncomingMessage, response: ServerResponse): void => {
    const app = orgId === undefined ? main : appOf(orgId)
    if (app) app.routing(request, response)
    else refuse(request, response)
  }
  const route: Handle = (request, response) => {
    closeWhenStopping(main, response)
    const caller = isOfTheNode(request) ? undefined : claimedCaller(request)
    const known = caller && whereabouts.known(caller)
    if (!caller || known !== undefined) return enter(known, request, response)
    whereabouts.find(caller).then(
      (orgId) => enter(orgId, request, response),
      () => refuse(request, response),
    )
  }

  server.removeAllListeners('request').on('request', route)
  return () => {
    server.removeListener('request', route)
    for (const each of before) server.on('request', each)
  }
}

/** Only the server of the main cell has connections: it closes those whose last response was sent by another cell. */
const closeWhenStopping = ({ server }: FastifyInstance, response: ServerResponse): void => {
  response.once('close', () => {
    if (!server.listening) setImmediate(() => server.closeIdleConnections())
  })
}
