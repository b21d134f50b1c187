import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Subject } from './subject.ts'

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** Calls the service as one caller, over a limited number of connections that are kept open. */
export interface Caller {
  send(method: string, path: string, body?: object): Promise<Answer>
  /** The answer to a call that succeeds; fails otherwise. */
  json<T>(method: string, path: string, body?: object): Promise<T>
  /** Posts JSON text and drops the answer, at as little cost as Node allows: the caller shares the machine with what it measures. */
  submit(path: string, text: string, status?: number): Promise<void>
  close(): void
}

export const createCaller = (baseUrl: string, identity: OutgoingHttpHeaders, connections = 1): Caller => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const open = (method: string, path: string, text: string | undefined, onResponse: (response: IncomingMessage) => void) => {
    const body = text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    return request(baseUrl + path, { method, agent, headers: { ...identity, ...body } }, onResponse).end(text)
  }
  const send: Caller['send'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const call = open(method, path, body && JSON.stringify(body), (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, body: Buffer.concat(chunks).toString() })
        })
      })
      call.on('error', reject)
    })
  return {
    send,
    async json<T>(method: string, path: string, body?: object) {
      const answer = await send(method, path, body)
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`)
      return (answer.body === '' ? undefined : JSON.parse(answer.body)) as T
    },
    submit: (path, text, status = 200) =>
      new Promise((resolve, reject) => {
        const call = open('POST', path, text, (response) => {
          response.resume()
          response.on('end', () =>
            response.statusCode === status ? resolve() : reject(new Error(`status ${response.statusCode}`)),
          )
        })
        call.on('error', reject)
      }),
    close: () => agent.destroy(),
  }
}

/** Calls with the key of the organization. */
export const callAsKey = async (
  { baseUrl, authorization }: Pick<Subject, 'baseUrl' | 'authorization'>,
  connections = 1,
): Promise<Caller> => {
  const [client_id, client_secret] = atob(authorization.slice('Basic '.length)).split(':')
  const stranger = createCaller(baseUrl, {})
  const { access_token } = await stranger.json<{ access_token: string }>('POST', '/v1/auth/token', { client_id, client_secret })
  stranger.close()
  return createCaller(baseUrl, { authorization: `Bearer ${access_token}` }, connections)
}

export interface Employee extends Caller {
  readonly userId: string
  readonly cookie: string
}

const PASSWORD = 'correct horse battery staple'

/** Calls as a user who has signed in. */
export const callAsEmployee = async ({ baseUrl }: Subject, key: Caller, userId: string): Promise<Employee> => {
  await key.json('PUT', `/api/users/${userId}/account`, { password: PASSWORD, roles: [] })
  const { userName } = await key.json<{ userName: string }>('GET', `/api/users/${userId}`)
  const stranger = createCaller(baseUrl, {})
  const { status, headers, body } = await stranger.send('POST', '/api/session', { userName, password: PASSWORD })
  stranger.close()
  if (status !== 201) throw new Error(`Signing in was answered ${status}: ${body}`)
  const cookie = String(headers['set-cookie']).split(';')[0] as string
  const { csrfToken } = JSON.parse(body) as { csrfToken: string }
  return { ...createCaller(baseUrl, { cookie, 'x-csrf-token': csrfToken }), userId, cookie }
}
