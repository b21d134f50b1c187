import { Agent, request } from 'node:http'

/** Readers of the live floor, and the delay of their events. */
export interface Watchers extends Disposable {
  /** Milliseconds from the time of an event to its arrival at a reader. */
  readonly delays: number[]
  /** Streams that ended unexpectedly. */
  readonly ended: () => number
}

const TIMESTAMP = /^event: presence\ndata: .*"timestamp":"([^"]+)"/gm

/** Opens a stream for each cookie; resolves when all have started. */
export const watch = async (baseUrl: string, streams: readonly { cookie: string; locationId: string }[]): Promise<Watchers> => {
  const agent = new Agent({ keepAlive: false })
  const delays: number[] = []
  let ended = 0
  let isDone = false
  const open = ({ cookie, locationId }: { cookie: string; locationId: string }): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const call = request(`${baseUrl}/api/stream?locationId=${locationId}`, { agent, headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`A stream was answered ${response.statusCode}.`))
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const now = Date.now()
          for (const [, timestamp = ''] of text.matchAll(TIMESTAMP)) delays.push(now - Date.parse(timestamp))
        })
        response.on('close', () => {
          if (!isDone) ended++
        })
        resolve(() => call.destroy())
      })
      call.on('error', (error) => {
        if (!isDone) reject(error)
      })
      call.end()
    })
  const closers = await Promise.all(streams.map(open))
  return {
    delays,
    ended: () => ended,
    [Symbol.dispose]() {
      isDone = true
      for (const close of closers) close()
    },
  }
}
