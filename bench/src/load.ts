import { Agent, request } from 'node:http'
import type { Subject } from './subject.ts'

/** Runs `work` for 0 … count-1, at most `concurrency` at a time. */
export const inParallel = async (count: number, concurrency: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

/** A sender with minimal overhead, because it shares the machine with the measured service. */
export const createSender = ({ baseUrl, authorization }: Pick<Subject, 'baseUrl' | 'authorization'>, concurrency: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const post = (path: string, body: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const call = request(baseUrl + path, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`))))
      })
      call.on('error', reject)
      call.end(body)
    })
  return { post, close: () => agent.destroy() }
}

/** The percentile of a list of values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Calls the application API over one connection, one call after the other. */
export const createReader = async ({ baseUrl, authorization }: Subject) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const [client_id, client_secret] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')
  const answer = await fetch(`${baseUrl}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  const send = <T>(method: string, path: string, body?: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${access_token}`, ...(body && { 'content-type': 'application/json' }) }
      const call = request(baseUrl + path, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200 || response.statusCode === 201) resolve(JSON.parse(text) as T)
          else reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
        })
      })
      call.on('error', reject)
      call.end(body && JSON.stringify(body))
    })
  return {
    get: <T>(path: string) => send<T>('GET', path),
    post: <T>(path: string, body: object) => send<T>('POST', path, body),
    put: <T>(path: string, body: object) => send<T>('PUT', path, body),
    close: () => agent.destroy(),
  }
}
