import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type RollcallClient } from '@rollcall/client'
import { onTestFinished } from 'vitest'
import type { PlainService } from './service.ts'

/** The calls that the peer received, by path. */
export interface Served {
  client: RollcallClient
  calls: { path: string; events: number }[]
}

const answerOf = (service: PlainService, path: string, body: string): unknown => {
  const { locations, desks, spaces, users } = service.rows
  const rows: Record<string, object[]> = { locations, desks, spaces, users }
  const dataset = rows[path.split('/')[3] ?? '']
  if (dataset) return dataset
  // The plain service ignores plans and bookings.
  if (path.startsWith('/api/')) return {}
  const request = JSON.parse(body)
  if (path.startsWith('/v1/access-credentials')) return service.credentials(request)
  const results = path.startsWith('/v1/presence')
    ? service.presence(request)
    : path.startsWith('/v1/visitor-arrival')
      ? service.visitors(request)
      : service.occupancy(request)
  return { sourceId: request.sourceId, timestamp: new Date().toISOString(), results }
}

/** Serves the plain service over real HTTP, with a client. It rejects every ninth call once. */
export const serve = async (service: PlainService): Promise<Served> => {
  const calls: Served['calls'] = []
  let count = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    count += 1
    if (count % 9 === 0) return void response.writeHead(503, { 'retry-after': '0' }).end()
    const answer = answerOf(service, request.url ?? '', body)
    calls.push({ path: request.url ?? '', events: (answer as { results?: unknown[] }).results?.length ?? 0 })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: createClient({ baseUrl, key: { id: 'k', secret: 's' }, auth: 'basic', backoffMs: 1 }), calls }
}
