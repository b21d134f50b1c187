import { ENDPOINTS, MAX_LIVE_PEOPLE } from '@rollcall/contract'
import type { FastifyRequest } from 'fastify'
import type { NodeDirectory } from '../../directory/matching/node-directory.ts'
import { unknownLocation } from '../../directory/places/find-location.ts'
import type { Principal } from '../../gate/access/principal.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Floors } from './floor-service.ts'
import { type Live, STREAM_HEADERS } from './live-service.ts'
import type { StreamOwner } from './live-streams.ts'
import { viewerOf } from './live-viewers.ts'

export const registerLiveRoutes = (http: HttpContext, live: Live, floors: Floors, nodes: NodeDirectory): void => {
  // A stream never ends by itself, and the stop of the service waits for open requests.
  http.app.addHook('preClose', live.close)

  serve(http, ENDPOINTS.watchLocation, async ({ query, caller, request, reply }) => {
    const [location] = await nodes.resolve(caller.orgId, [{ locationType: 'location', locationId: query.locationId }])
    if (!location || location === 'wrongType') throw unknownLocation()
    reply.type('text/event-stream').headers(STREAM_HEADERS)
    if (request.method === 'HEAD') return ''
    return live.watch({ orgId: caller.orgId, locationId: location.id }, viewerOf(caller), ownerOf(caller, request))
  })

  serve(http, ENDPOINTS.getLiveFloor, async ({ caller, params }) => {
    const { people, ...floor } = await floors.get(caller.orgId, params.locationId, viewerOf(caller))
    return { ...floor, people: people.slice(0, MAX_LIVE_PEOPLE) }
  })
}

const ownerOf = ({ session }: Principal, { caller, headers }: FastifyRequest): StreamOwner => {
  if (session) return { id: session.tokenHash.toString('hex'), tokenHash: session.tokenHash }
  return { id: caller?.id as string, token: headers.authorization?.trim().split(/ +/)[1] as string }
}
