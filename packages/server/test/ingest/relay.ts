import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** A TCP relay to a database, which can be cut: the database goes away without being touched. */
export class Relay implements AsyncDisposable {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #lose: string | undefined
  readonly #forsaken = new WeakSet<Socket>()
  #stalled = Promise.withResolvers<void>()
  /** The delay of each piece of an answer. */
  delayMs = 0

  constructor(target: string) {
    this.#target = new URL(target)
    this.#stalled.resolve()
  }

  get url(): string {
    return Object.assign(new URL(this.#target), { host: `127.0.0.1:${this.#port}` }).href
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => this.#relay(socket)).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.#port = typeof address === 'object' && address ? address.port : 0
  }

  /** Ends all connections and refuses new ones. */
  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    this.drop()
    await closed
    this.#server = undefined
  }

  /** Ends all connections; new ones are let through. */
  drop(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
    this.#sockets.clear()
  }

  /** The next time a client sends this, the server gets it and the client loses its connection instead of an answer. */
  loseAnswerTo(text: string): void {
    this.#lose = text
  }

  /** Keeps all connections open and forwards requests, but lets no answer through. */
  stall(): void {
    this.#stalled = Promise.withResolvers<void>()
  }

  /** Those connections that are open now stay open and are never answered again; new ones are. */
  forsake(): void {
    for (const socket of this.#sockets) this.#forsaken.add(socket)
  }

  /** Lets the answers through that were kept. */
  resume(): void {
    this.#stalled.resolve()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server) await this.cut()
  }

  #relay(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname)
    const answers = new Transform({
      transform: async (chunk, _, done) => {
        await this.#stalled.promise
        if (this.#forsaken.has(client)) return
        if (this.delayMs > 0) await delay(this.delayMs)
        done(null, chunk)
      },
    })
    client.on('data', (sent) => {
      if (this.#lose === undefined || !sent.includes(this.#lose)) return
      this.#lose = undefined
      server.unpipe(answers)
      server.once('data', () => client.resetAndDestroy()).resume()
    })
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
    client.pipe(server)
    server.pipe(answers).pipe(client)
  }
}
